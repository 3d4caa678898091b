// The body of the request as parameters of the node.
import { mimeTypeOf } from '../../workflow/values/http-headers.ts';
import type { CurlArguments } from './arguments.ts';
import { readData, type Data, type DataContext } from './data.ts';
import { readForm, type FormPart } from './form-parts.ts';
import type { CurlHeaders } from './headers.ts';
import { listNames } from './notices.ts';
import type { ParameterMap } from './parameter-map.ts';
import { unsupported } from './shell-command.ts';
import { decodedFields, MAX_FIELDS } from './url-encoding.ts';

/** Default field of a single file. */
const FILE_FIELD = 'data';
const FORM_TYPE = 'application/x-www-form-urlencoded';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'upload'; readonly file: string }
  | { readonly kind: 'data'; readonly data: Data };

/** Throws BAD_REQUEST for bodies of two kinds, which curl also rejects. */
export function readBody(args: CurlArguments, context: DataContext): Body {
  const form = readForm(args, context.input, context.notices);
  const data = args.isOn('get') ? undefined : readData(args, context);
  const file = args.last('upload-file');
  if ([form, data, file].filter((option) => option !== undefined).length > 1)
    throw unsupported('The command has bodies of several kinds (-d, -F, -T), which curl refuses. Keep one of them.');
  if (data !== undefined && args.isOn('head'))
    throw unsupported('The command asks for headers only (-I) and has data (-d), which curl refuses. Remove one of them.');
  if (form !== undefined) return { kind: 'form', parts: form };
  if (data !== undefined) return { kind: 'data', data };
  return file === undefined ? { kind: 'none' } : { kind: 'upload', file };
}

/** Writes the parameters of the body. A Content-Type that the node sends anyway is removed from the headers. */
export function writeBody(map: ParameterMap, body: Body, headers: CurlHeaders, { notices, input }: DataContext): void {
  map.set('sendBody', body.kind !== 'none');
  switch (body.kind) {
    case 'none':
      return;
    case 'form':
      headers.remove('Content-Type');
      writeForm(map, body.parts);
      noteFiles(body.parts.flatMap((part) => ('file' in part ? [part.file] : [])));
      return;
    case 'upload':
      writeFile(map);
      noteFiles([body.file]);
      return;
    case 'data':
      if (!headers.has('Content-Type')) headers.add('Content-Type', FORM_TYPE);
      if ('text' in body.data) return writeText(map, body.data.text, headers);
      writeFile(map);
      noteFiles([body.data.file]);
  }

  function noteFiles(files: readonly string[]): void {
    if (files.length === 0) return;
    const from = files[0] === '-' && input === undefined ? 'its standard input' : listNames(files);
    notices.add(
      'FILE_NEEDED',
      `The command sends ${from}. Put a node before this one that returns the file in its field "${FILE_FIELD}"${files.length > 1 ? `, the others in "${FILE_FIELD}2" and so on` : ''}.`,
    );
  }
}

function writeFile(map: ParameterMap): void {
  map.set('contentType', 'binaryData');
  map.set('inputDataFieldName', FILE_FIELD);
}

function writeForm(map: ParameterMap, parts: readonly FormPart[]): void {
  if (parts.length > MAX_FIELDS) throw unsupported(`The form has more than ${MAX_FIELDS} parts. Shorten it.`);
  map.set('contentType', 'multipart-form-data');
  let files = 0;
  for (const [index, part] of parts.entries()) {
    const path = `bodyParameters.parameters.${index}`;
    map.set(`${path}.parameterType`, 'file' in part ? 'formBinaryData' : 'formData');
    map.set(`${path}.name`, part.name);
    if ('file' in part) map.set(`${path}.inputDataFieldName`, ++files === 1 ? FILE_FIELD : `${FILE_FIELD}${files}`);
    else map.set(`${path}.value`, part.value);
  }
}

function writeText(map: ParameterMap, text: string, headers: CurlHeaders): void {
  const input = headers.get('Content-Type');
  const type = mimeTypeOf(input);
  if (type === FORM_TYPE) {
    const fields = decodedFields(text, 'form');
    if (fields === undefined) return writeRaw(map, text, input, headers);
    takeOut(headers, FORM_TYPE);
    map.set('contentType', 'form-urlencoded');
    map.set('specifyBody', 'keypair');
    map.setFields('bodyParameters', fields);
  } else if (type !== undefined && /[/+]json$/.test(type) && isPlainText(text)) {
    takeOut(headers, 'application/json');
    map.set('contentType', 'json');
    map.set('specifyBody', 'json');
    map.set('jsonBody', text);
  } else writeRaw(map, text, input, headers);
}

/** A body that is sent as it is written. */
function writeRaw(map: ParameterMap, text: string, type: string | undefined, headers: CurlHeaders): void {
  headers.remove('Content-Type');
  map.set('contentType', 'raw');
  map.set('rawContentType', type ?? '');
  map.set('body', text);
}

/** Removes Content-Type if the node sends the same value anyway. */
function takeOut(headers: CurlHeaders, type: string): void {
  if (headers.get('Content-Type')?.toLowerCase() === type) headers.remove('Content-Type');
}

/** Whether JSON text survives parsing and serializing unchanged: numbers with too many digits do not. */
function isPlainText(text: string): boolean {
  try {
    JSON.parse(text);
  } catch {
    return false;
  }
  for (const [token] of text.matchAll(/"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*/g)) {
    if (token[0] !== '"' && token.length > 15 && String(Number(token)) !== token) return false;
  }
  return true;
}
