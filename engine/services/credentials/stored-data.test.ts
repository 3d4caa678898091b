import { describe, expect, it } from 'vitest';
import { parseExactly, stringifyExactly } from '../../contract/exact-numbers.ts';
import type { JsonObject } from '../../contract/json.ts';
import { STORED_SECRET } from '../../contract/rest/constants.ts';
import { changedData, withStored } from './stored-data.ts';

const stored = (): JsonObject => parseExactly('{"account":12345678901234567890,"key":9007199254740993}') as JsonObject;
const sent = (account: string): JsonObject => parseExactly(`{"account":${account},"key":"${STORED_SECRET}"}`) as JsonObject;

describe('changes of a credential', () => {
  it.each([
    ['withStored', withStored(sent('12345678901234567891'), stored())],
    ['changedData', changedData(undefined, stored(), sent('12345678901234567891'))],
  ])('%s keeps the digits of new and of stored numbers', (_name, data) =>
    expect(stringifyExactly(data)).toBe('{"account":12345678901234567891,"key":9007199254740993}'),
  );
});
