// XML: converts an item to XML in a field, or XML in a field to an item.
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, getPath, mapItems, mapItemsAsync, NodeError, type NodeOutput } from '../../sdk/index.ts';
import { fieldPath, setField } from '../_shared/fields/field-path.ts';
import { isSmallXml, parseOnThread } from '../_shared/parse-tasks.ts';
import { perItem } from '../_shared/per-item.ts';
import { textOf } from '../_shared/text-of.ts';
import { keyOption } from '../_shared/xml/names.ts';
import type { ReadSettings } from '../_shared/xml/read-xml.ts';
import { type WriteSettings, writeXml } from './write-xml.ts';
import { isOn } from '../_shared/flags.ts';

type Options = Readonly<Record<string, unknown>>;

export function execute(ctx: ExecuteContext): NodeOutput | Promise<NodeOutput> {
  if (ctx.param('mode', 0, 'xmlToJson') === 'jsonToxml') {
    const settings = perItem(ctx, ['options'], (index) => writeSettings(ctx.param<Options>('options', index, {})));
    return mapItems(ctx, (item, index) => toXml(ctx, item, index, settings(index)));
  }
  const settings = perItem(ctx, ['options'], (index) => readSettings(ctx.param<Options>('options', index, {})));
  return mapItemsAsync(ctx, async (item, index) => {
    const xml = xmlText(ctx, item, index);
    const value = await parseOnThread(ctx, 'xmlValue', isSmallXml(xml), xml, settings(index));
    return { json: typeof value === 'object' ? ((value ?? {}) as JsonObject) : { [propertyName(ctx, index)]: value } };
  });
}

function propertyName(ctx: ExecuteContext, index: number): string {
  return textOf(ctx.param('dataPropertyName', index, 'data'));
}

function toXml(ctx: ExecuteContext, item: Item, index: number, settings: WriteSettings): Item {
  const json: JsonObject = {};
  setField(json, fieldPath(propertyName(ctx, index)), writeXml(item.json, settings));
  return { json };
}

function xmlText(ctx: ExecuteContext, item: Item, index: number): string {
  const name = propertyName(ctx, index);
  const value = getPath(item.json, name);
  if (value === undefined || value === null) {
    throw new NodeError(`The item has no field "${name}". Enter the name of the field that contains the XML.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'dataPropertyName',
    });
  }
  if (typeof value === 'object') {
    throw new NodeError(
      `The field "${name}" contains an object, not XML text. Choose the field that contains the XML, or the mode "JSON to XML".`,
    );
  }
  return String(value as string | number);
}

function keys(options: Options): { attrKey: string; charKey: string } {
  return { attrKey: keyOption(options['attrkey'], 'Attribute Key', '$'), charKey: keyOption(options['charkey'], 'Character Key', '_') };
}

function readSettings(options: Options): ReadSettings {
  return {
    ...keys(options),
    explicitArray: isOn(options, 'explicitArray', false),
    explicitRoot: isOn(options, 'explicitRoot', true),
    ignoreAttrs: isOn(options, 'ignoreAttrs', false),
    mergeAttrs: isOn(options, 'mergeAttrs', true),
    normalize: isOn(options, 'normalize', false),
    normalizeTags: isOn(options, 'normalizeTags', false),
    trim: isOn(options, 'trim', false),
  };
}

function writeSettings(options: Options): WriteSettings {
  const rootName = options['rootName'];
  return {
    ...keys(options),
    cdata: isOn(options, 'cdata', false),
    headless: isOn(options, 'headless', false),
    rootName: typeof rootName === 'string' && rootName !== '' ? rootName : 'root',
  };
}
