// A module worker: new Worker("worker.js", { type: "module" }). The messages are those of protocol.js.

import { Indubit } from "./indubit.js";
import { serve } from "./protocol.js";

const wasm = new URL("indubit.wasm", import.meta.url);
const receive = serve((message) => postMessage(message), () => Indubit.load(wasm));
addEventListener("message", (event) => receive(event.data));
