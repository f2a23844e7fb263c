// The worker of the page: the first message brings the module.

let receive;
addEventListener("message", ({ data }) => {
  if (data.wasm) receive = serve((message) => postMessage(message), () => Indubit.load(data.wasm));
  else receive(data);
});
