// The engine of the page, in a worker. The page carries the module and the text of the worker; a worker of a page from
// a file cannot load anything else.

import { $ } from "./dom.js";

/** The bytes of a part of the page: base64 of gzip. */
async function unpacked(id) {
  const packed = Uint8Array.from(atob($(id).textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** The sources that the page carries, by path. */
export async function sources() {
  return JSON.parse(new TextDecoder().decode(await unpacked("sources")));
}

export class Engine {
  constructor() {
    this.last = 0;
    this.open = new Map();
    this.module = null;
  }

  async #start() {
    this.module ??= unpacked("wasm");
    const wasm = await this.module;
    const url = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      const request = this.open.get(data.id);
      if (!request) return;
      if (data.kind === "progress") return request.progress?.(data.progress);
      this.open.delete(data.id);
      if (data.kind === "error") request.reject(Object.assign(new Error(data.error.message), data.error));
      else request.resolve(data.kind === "stopped" ? { stopped: true, ...data.progress } : data.result);
    };
    worker.onerror = (event) => {
      for (const request of this.open.values()) request.reject(new Error(event.message || "the worker has failed"));
      this.open.clear();
      this.worker = null;
    };
    worker.postMessage({ wasm });
    return worker;
  }

  /** A request; see the protocol of the module. `stop()` of the result's handle ends a verification. */
  ask(verb, request, progress) {
    const id = ++this.last;
    const answer = new Promise((resolve, reject) => this.open.set(id, { resolve, reject, progress }));
    this.worker ??= this.#start();
    this.worker.then(
      (worker) => worker.postMessage({ id, verb, ...request }),
      (error) => this.open.get(id)?.reject(error),
    );
    return { answer, stop: () => this.worker.then((worker) => worker.postMessage({ id, verb: "stop" })) };
  }
}

export const engine = new Engine();
