// Debug Helper: throws errors, uses memory, or generates data.
import type { JsonObject } from '../../contract/json.ts';
import { mapItems, NodeError, pairTo, type ExecuteContext, type NodeOutput } from '../../sdk/index.ts';
import { displayText } from '../../workflow/values/display-text.ts';
import { defaultAlphabet, randomData, seededRandom, type RandomSource } from './random-data.ts';

const mebibyte = 1024 * 1024;
const mostMegabytes = 512;
const mostPieces = 100_000;
const longestNanoid = 1000;

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  let seeded: RandomSource | undefined;
  const random = (seed: string): RandomSource => (seed === '' ? () => ctx.random() : (seeded ??= seededRandom(seed)));
  return mapItems(ctx, (item, index) => {
    switch (ctx.param('category', index, 'throwError')) {
      case 'throwError':
        throw declaredError(ctx, index);
      case 'oom':
        fillMemory(Number(ctx.param('memorySizeValue', index)));
        return pairTo(item, index);
      case 'randomData':
        return generated(ctx, index, random(displayText(ctx.param('randomDataSeed', index) ?? ''))).map((json) => ({ json }));
      default:
        return pairTo(item, index);
    }
  });
}

function declaredError(ctx: ExecuteContext, index: number): NodeError {
  const message = displayText(ctx.param('throwErrorMessage', index) ?? 'Node has thrown an error');
  return new NodeError(message, { name: ctx.param('throwErrorType', index, 'NodeApiError'), itemIndex: index });
}

/** Uses and releases memory, so that runs under memory pressure can be observed. Never uses enough to crash the application. */
function fillMemory(megabytes: number): void {
  if (!(megabytes >= 0 && megabytes <= mostMegabytes)) {
    throw new NodeError(`"Memory Size to Generate" must be between 0 and ${mostMegabytes} megabytes.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'memorySizeValue',
    });
  }
  const blocks: Uint8Array[] = [];
  for (let remaining = megabytes; remaining > 0; remaining--)
    blocks.push(new Uint8Array(Math.ceil(Math.min(remaining, 1) * mebibyte)).fill(1));
}

function generated(ctx: ExecuteContext, index: number, random: RandomSource): JsonObject[] {
  const kind = ctx.param('randomDataType', index, 'user');
  const count = within('Number of Items to Generate', 'randomDataCount', ctx.param('randomDataCount', index), mostPieces);
  const options = {
    nanoidAlphabet: displayText(ctx.param('nanoidAlphabet', index) ?? defaultAlphabet),
    nanoidLength: within('NanoId Length', 'nanoidLength', ctx.param('nanoidLength', index) ?? 16, longestNanoid),
  };
  const pieces: JsonObject[] = [];
  for (let index = 0; index < count; index++) {
    const piece = randomData(kind, random, options);
    if (piece === undefined) {
      throw new NodeError(`There is no random data of the kind "${kind}". Choose another "Data Type".`, {
        code: 'PARAMETER_INVALID',
        parameter: 'randomDataType',
      });
    }
    pieces.push(piece);
  }
  return ctx.param('randomDataSingleArray', index, false) ? [{ generatedItems: pieces }] : pieces;
}

function within(label: string, parameter: string, value: unknown, most: number): number {
  const number = Math.trunc(Number(value));
  if (number >= 0 && number <= most) return number;
  throw new NodeError(`"${label}" must be a number from 0 to ${most}.`, { code: 'PARAMETER_INVALID', parameter });
}
