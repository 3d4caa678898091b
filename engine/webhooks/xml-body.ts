// Parses XML bodies: elements by lower-case name, repeated elements as lists, attributes under `$`, text beside child elements under `_`.
import sax from 'sax';
import { AppError } from '../contract/errors.ts';
import { setOwn } from '../workflow/values/own-properties.ts';
import { addValue } from './query.ts';
import { unreadable } from './rejections.ts';

const MAX_DEPTH = 500;
/** Maximum number of distinct element and attribute names in a body. */
const MAX_NAMES = 10_000;

interface Element {
  readonly name: string;
  readonly children: Record<string, unknown>;
  text: string;
}

/** Throws BODY_UNREADABLE for invalid XML, and BAD_REQUEST beyond the limits. Only the predefined entities of XML are known; none can be declared. */
export function parseXmlBody(text: string): unknown {
  const parser = sax.parser(true, { trim: false, normalize: false });
  const root: Element = { name: '', children: {}, text: '' };
  const open: Element[] = [root];
  const names = new Set<string>();
  const addName = (name: string): void => {
    if (names.add(name).size <= MAX_NAMES) return;
    throw new AppError('BAD_REQUEST', `The XML of the body has more than ${MAX_NAMES} different names.`, {
      hint: 'Send it in smaller parts, or as a file.',
    });
  };
  const top = (): Element => open.at(-1) ?? root;
  parser.onerror = (error) => {
    throw unreadable(error);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) throw new AppError('BAD_REQUEST', 'The XML of the body is nested too deeply.');
    addName(name);
    const element: Element = { name: name.toLowerCase(), children: {}, text: '' };
    if (Object.keys(attributes).length > 0) {
      const own = {};
      for (const [key, value] of Object.entries(attributes)) {
        addName(key);
        setOwn(own, key, value);
      }
      setOwn(element.children, '$', own);
    }
    open.push(element);
  };
  const takeText = (part: string): void => {
    top().text += part;
  };
  parser.ontext = takeText;
  parser.oncdata = takeText;
  parser.onclosetag = () => {
    const element = open.pop() ?? root;
    addValue(top().children, element.name, valueOf(element));
  };
  if (text.trim() === '') return {};
  parser.write(text).close();
  return root.children;
}

function valueOf({ children, text }: Element): unknown {
  const content = text.trim().replaceAll(/\s+/g, ' ');
  if (Object.keys(children).length === 0) return content;
  if (content !== '') setOwn(children, '_', content);
  return children;
}
