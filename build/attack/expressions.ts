// Escapes through expressions: every hostile spelling of host names, evaluated by the server in a node's parameter.
import * as hostile from '../../engine/testing/hostile-expressions.ts';
import type { Sketch } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { chunks, runNodes } from './runs.ts';

/** Number of nodes in one workflow. */
const AT_ONCE = 150;

interface Payload {
  readonly code: string;
  /** Result of a harmless evaluation; `refused` if there is none. */
  readonly expected: unknown;
}

const rejected = (code: string): Payload => ({ code, expected: 'refused' });

function payloads(): readonly Payload[] {
  const { prototypeNames, hostNames, spellings, hostValues, spell } = hostile;
  const forms = Object.values(spellings);
  const names = [...prototypeNames, ...hostNames];
  return [
    ...forms.flatMap((form) => names.map((name) => rejected(spell(form, '({})', name)))),
    ...forms.flatMap((form) => hostValues.map((value) => rejected(spell(form, value, 'constructor')))),
    ...[hostile.rejectedClasses, hostile.rejectedPrototypeKeys, hostile.rejectedSpreads, hostile.rejectedWithStatements]
      .flat()
      .map(rejected),
    ...hostile.hostBehindHelpers.map(([code, expected]) => ({ code, expected })),
    ...[
      'process.env.ATTACK_CANARY',
      '$env.ATTACK_CANARY',
      'this.constructor.constructor("return process.env")()',
      '$execution.resumeUrl.constructor',
    ].map(rejected),
  ];
}

const node = ({ code }: Payload): Sketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: 'a', name: 'got', type: 'any', value: `={{ ${code} }}` }] }, options: {} },
});

/** Whether the attack failed: the expression was rejected, or returned nothing of the host. */
function isHarmless(got: unknown, { expected }: Payload): boolean {
  if (got === undefined || got === null || got === false) return true;
  return expected !== 'refused' && JSON.stringify(got) === JSON.stringify(expected);
}

export const expressions: Attack = {
  area: 'Escapes through expressions',
  async run(target) {
    const tally = new Tally();
    for (const part of chunks(payloads(), AT_ONCE)) {
      const outcomes = await runNodes(target, target.member, part.map(node));
      for (const [index, payload] of part.entries()) {
        const { error, items, text } = outcomes[index] ?? { error: undefined, items: [], text: '' };
        const leak = target.leak(text);
        const got = items[0]?.['got'];
        const isPrevented = leak === undefined && (error !== undefined || isHarmless(got, payload));
        tally.check(isPrevented, `An expression gave ${leak ?? JSON.stringify(got)}`, `Edit Fields: {{ ${payload.code} }}`);
      }
    }
    return tally;
  },
};
