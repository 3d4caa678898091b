// Escapes through Code nodes: generating code, reaching the host, and changing what later runs see.
import {
  behindCrypto,
  changesOfHost,
  functionsOfHost,
  makesCode,
  memberSpellings,
  namesOfHost,
  textAsCode,
} from '../../engine/testing/hostile-code.ts';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { chunks, runNodes, type NodeOutcome } from './runs.ts';

const AT_ONCE = 60;

/** A Code node that returns the result of the source as its item. */
const returning = (source: string): Sketch => ({
  type: 'code',
  typeVersion: 2,
  parameters: { jsCode: `const attack = async function () {\n${source}\n};\nreturn [{ json: { got: await attack.call(this) } }];` },
});

/** Sources that must fail or return one of the listed texts. */
const sources = (): readonly (readonly [source: string, harmless: readonly unknown[]])[] => [
  ...functionsOfHost.flatMap((maker) => memberSpellings('constructor').map((spelling) => [makesCode(maker, spelling), []] as const)),
  ...namesOfHost.map((name) => [`return typeof ${name}`, ['undefined']] as const),
  ...textAsCode.map((source) => [source, []] as const),
  ...behindCrypto,
  ...[
    'return process.env.ATTACK_CANARY',
    'return require("fs").readFileSync("/etc/passwd", "utf8")',
    'return require("child_process").execSync("id").toString()',
    'return await import("node:fs")',
    'return require("node:net").connect(1)',
    'return this.helpers.httpRequest.constructor("return process.env")()',
    'return $input.constructor.constructor("return process.env")()',
    'return console.log.constructor("return process.env")()',
    'return Buffer.from("").buffer.constructor.constructor("return process.env")()',
    'return Buffer.prototype.__proto__.constructor.constructor("return process.env")()',
    'try { null.x } catch (error) { return error.constructor.constructor("return process.env")() }',
    'return await new Promise((resolve) => setTimeout(resolve, 0)).constructor.constructor("return process.env")()',
  ].map((source) => [source, []] as const),
];

const failed = (outcome: NodeOutcome | undefined): boolean => outcome?.error !== undefined;

export const code: Attack = {
  area: 'Escapes through code',
  async run(target) {
    const tally = new Tally();
    for (const part of chunks(sources(), AT_ONCE)) {
      const outcomes = await runNodes(
        target,
        target.member,
        part.map(([source]) => returning(source)),
      );
      for (const [index, [source, harmless]] of part.entries()) {
        const outcome = outcomes[index];
        const got = outcome?.items[0]?.['got'];
        const leak = target.leak(outcome?.text ?? '');
        const isPrevented = leak === undefined && (failed(outcome) || harmless.includes(got));
        tally.check(isPrevented, `Code gave ${leak ?? JSON.stringify(got)}`, `Code: ${source}`);
      }
    }
    for (const [change, look, expected] of changesOfHost) {
      // Another user runs first and must not be affected either.
      await runNodes(target, target.member, [returning(change)]);
      for (const person of [target.member, target.other]) {
        const [outcome] = await runNodes(target, person, [returning(look)]);
        const got = outcome?.items[0]?.['got'];
        const isPrevented = JSON.stringify(got) === JSON.stringify(expected);
        tally.check(isPrevented, `A later run saw ${JSON.stringify(got)} (${outcome?.error ?? ''})`, `Code: ${change}, then: ${look}`);
      }
    }
    return tally;
  },
};
