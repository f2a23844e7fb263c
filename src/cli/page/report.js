// The start of a page that `--report` writes: a run, and no engine.

import { start } from "./app.js";

start();
