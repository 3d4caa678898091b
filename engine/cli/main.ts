// Entry point of the command line. An older Node.js than the program needs is replaced by the one of the clone, if it has one.
import { runCommandLine } from './command-line.ts';
import { ownNode, runWith } from './own-node.ts';

const node = ownNode();
process.exitCode = await (node === undefined ? runCommandLine(process.argv.slice(2)) : runWith(node, process.argv.slice(1)));
