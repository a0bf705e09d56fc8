// The command line in a process of its own.
import { main, report } from "./command-line.js";
import { surviveClosedPipes } from "./terminal.js";

const fail = (error: unknown): never => process.exit(report(error));
surviveClosedPipes(fail);
process.on("uncaughtException", fail);
process.exitCode = await main(process.argv.slice(2));
