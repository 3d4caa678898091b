// Entry point of the command line. If the running Node.js is too old, the program is run with the clone's own Node.js, if there is one.
import { runCommandLine } from './command-line.ts';
import { ownNode, runWith } from './own-node.ts';

const node = ownNode();
process.exitCode = await (node === undefined ? runCommandLine(process.argv.slice(2)) : runWith(node, process.argv.slice(1)));
