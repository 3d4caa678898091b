// Crypto: runs the action and adds the result to the item. Version 2 reads its secrets from a credential.
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { fieldPath, setField } from '../_shared/fields/field-path.ts';
import { type Content, type Encoding, hash, hmac, randomText, sign } from './digest.ts';

/** Actions for which the content may be a file. */
const fileActions = new Set(['hash', 'hmac']);

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const action = ctx.param('action', index, 'hash');
    const json = { ...item.json };
    setField(json, fieldPath(ctx.param('dataPropertyName', index, 'data'), false), await result(ctx, action, item, index));
    return item.binary === undefined ? { json } : { json, binary: item.binary };
  });
}

async function result(ctx: ExecuteContext, action: string, item: Item, index: number): Promise<string> {
  const encoding = ctx.param<Encoding>('encoding', index, 'hex');
  const type = ctx.param('type', index, ctx.version < 2 ? 'MD5' : 'SHA256');
  switch (action) {
    case 'generate':
      return generated(ctx, index);
    case 'hash':
      return hash(type, contentOf(ctx, action, item, index), encoding);
    case 'hmac':
      return hmac(type, await secret(ctx, 'secret', 'hmacSecret', index), contentOf(ctx, action, item, index), encoding);
    case 'sign':
      return sign(
        ctx.param('algorithm', index, ''),
        await secret(ctx, 'privateKey', 'signPrivateKey', index),
        textAt(ctx, index),
        encoding,
      );
    default:
      throw new NodeError(`The action "${action}" does not exist. Choose one in the node.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'action',
      });
  }
}

function generated(ctx: ExecuteContext, index: number): string {
  const kind = ctx.param<'uuid' | 'ascii' | Encoding>('encodingType', index, 'uuid');
  return kind === 'uuid' ? ctx.uuid() : randomText(kind, Number(ctx.param('stringLength', index) ?? 32));
}

function contentOf(ctx: ExecuteContext, action: string, item: Item, index: number): Content {
  if (!fileActions.has(action) || !ctx.param('binaryData', index, false)) return textAt(ctx, index);
  const name = ctx.param('binaryPropertyName', index, 'data');
  const entry = item.binary !== undefined && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
  if (entry === undefined) {
    throw new NodeError(`The item has no file named "${name}". Choose one of its files under "Binary Property Name".`, {
      code: 'PARAMETER_INVALID',
      parameter: 'binaryPropertyName',
    });
  }
  return ctx.binary.stream(entry);
}

/** Returns the text to process. Numbers, lists and objects are rejected, because they have several text forms, such as 1 and 1.0. */
function textAt(ctx: ExecuteContext, index: number): string {
  const value = ctx.param('value', index);
  if (typeof value === 'string') return value;
  const kind = value === null || value === undefined ? 'missing' : Array.isArray(value) ? 'a list' : `of the type ${typeof value}`;
  throw new NodeError(`The value must be a text, but it is ${kind}. Convert it, for example with .toString().`, {
    code: 'PARAMETER_INVALID',
    parameter: 'value',
  });
}

/** Reads a secret: in version 1 from a parameter, which may be empty if it is an expression; in later versions from the credential. */
async function secret(ctx: ExecuteContext, parameter: string, field: string, index: number): Promise<string> {
  const value = ctx.version < 2 ? ctx.param(parameter, index, '') : (await ctx.credentials('crypto', index))[field];
  const isEmptyAllowed = ctx.version < 2 && parameter === 'secret' && !ctx.isParamConstant(parameter);
  if (typeof value === 'string' && (value !== '' || isEmptyAllowed)) return value;
  const where = ctx.version < 2 ? 'Enter it in the node.' : 'Enter it in the credential.';
  throw new NodeError(`${parameter === 'secret' ? 'The secret' : 'The private key'} is empty. ${where}`, {
    code: 'PARAMETER_INVALID',
    parameter,
  });
}
