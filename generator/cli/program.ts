// The command line in a process of its own.
import { main } from "./command-line.js";
import { report, wantsJson } from "./report.js";
import { surviveClosedPipes } from "./terminal.js";

const words = process.argv.slice(2);
const fail = (error: unknown): never => process.exit(report(error, wantsJson(words)));
surviveClosedPipes(fail);
process.on("uncaughtException", fail);
process.exitCode = await main(words);
