// Extracts values from HTML with CSS selectors, for the HTML and HTML Extract nodes.
import type { CheerioAPI } from 'cheerio';
import type { JsonObject } from '../../contract/json.ts';
import type { Item } from '../../contract/run-data.ts';
import { type ExecuteContext, getPath, NodeError } from '../../sdk/index.ts';
import { setOwn } from '../../workflow/values/own-properties.ts';
import { textOf } from './text-of.ts';

/** One value to extract, as in workflow files. */
export interface Extraction {
  readonly key?: string;
  readonly cssSelector?: string;
  readonly returnValue?: 'attribute' | 'html' | 'text' | 'value';
  readonly attribute?: string;
  readonly returnArray?: boolean;
  readonly skipSelectors?: string;
}

export interface ExtractSettings {
  readonly trim: boolean;
  /** Whether to collapse white space. Line breaks become spaces, or disappear with `joinsLines`, as in versions of nodes before the layout. */
  readonly cleanUp: boolean;
  readonly joinsLines?: boolean;
  /** Lays text out as on a page (blank lines between blocks, links with their URLs). If absent, the bare text is returned. */
  readonly layOut?: (html: string, skipSelectors: string) => string;
  /** Whether an empty text counts as missing, like empty HTML: its key is omitted, and in a list it is null. */
  readonly dropsEmptyText?: boolean;
}

type Selection = ReturnType<CheerioAPI>;

/** Returns the extracted values of one document by their keys. Throws NodeError for invalid selectors. */
export function extractValues($: CheerioAPI, extractions: readonly Extraction[], settings: ExtractSettings): JsonObject {
  const json: JsonObject = {};
  for (const extraction of extractions) {
    const match = select($, extraction.cssSelector ?? '');
    const value =
      extraction.returnArray === true
        ? match.toArray().map((element) => valueOf($(element), extraction, settings) ?? null)
        : valueOf(match, extraction, settings);
    if (value !== undefined) setOwn(json, extraction.key ?? '', value);
  }
  return json;
}

function select($: CheerioAPI, selector: string): Selection {
  try {
    return $(selector);
  } catch (error) {
    throw new NodeError(`"${selector}" is not a CSS selector. Correct it, for example "h1.title" or "#main a".`, {
      code: 'PARAMETER_INVALID',
      cause: error,
    });
  }
}

function valueOf(element: Selection, extraction: Extraction, settings: ExtractSettings): unknown {
  const value = rawValue(element, extraction, settings);
  if (typeof value !== 'string') return value;
  const trimmed = settings.trim ? value.trim() : value;
  if (!settings.cleanUp) return trimmed;
  const lines = trimmed.trim();
  return (settings.joinsLines === true ? lines.replace(/[\r\n]+/g, '') : lines).replace(/\s+/g, ' ');
}

function rawValue(element: Selection, { returnValue, attribute, skipSelectors }: Extraction, settings: ExtractSettings): unknown {
  const { layOut } = settings;
  switch (returnValue) {
    case 'attribute':
      return attribute === undefined || attribute === '' ? allAttributes(element) : element.attr(attribute);
    case 'html':
      return element.html() || undefined;
    case 'value':
      return element.val();
    default: {
      const text = layOut === undefined ? element.text() : layOut(element.html() ?? '', skipSelectors ?? '');
      return text === '' && settings.dropsEmptyText === true ? undefined : text;
    }
  }
}

/** Returns all attributes of the first element, if no attribute name is set. */
function allAttributes(element: Selection): JsonObject | undefined {
  const attributes = element.attr();
  return attributes === undefined ? undefined : { ...attributes };
}

/** Returns the HTML texts that the parameters `sourceData` and `dataPropertyName` select: one, or several if a field contains a list. */
export function sourceTexts(ctx: ExecuteContext, item: Item, index: number): readonly string[] | Promise<readonly string[]> {
  const name = textOf(ctx.param('dataPropertyName', index, 'data'));
  if (ctx.param('sourceData', index, 'json') === 'binary') return fileText(ctx, item, name);
  const value = getPath(item.json, name);
  if (value === undefined || value === null) {
    throw new NodeError(`The item has no field "${name}". Enter the name of the field that contains the HTML.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'dataPropertyName',
    });
  }
  return (Array.isArray(value) ? value : [value]).map((entry) => textOf(entry));
}

async function fileText(ctx: ExecuteContext, item: Item, name: string): Promise<readonly string[]> {
  const entry = item.binary !== undefined && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
  if (entry === undefined) {
    throw new NodeError(`The item has no file named "${name}". Enter the name of the file that contains the HTML.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'dataPropertyName',
    });
  }
  return [new TextDecoder().decode(await ctx.binary.read(entry))];
}
