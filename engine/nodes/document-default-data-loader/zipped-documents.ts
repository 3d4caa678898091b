// Word documents and EPUB books, which are zip archives of XML. Their content counts for the limits of archives.
import { posix } from 'node:path';
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type ArchiveCounter, type ExecuteContext } from '../../sdk/index.ts';
import { bytesOfFile, decodeText } from '../_shared/files/text-encoding.ts';
import { unzipped, zipEntries, type ZipEntry } from '../_shared/files/zip.ts';
import { isSmallMarkup, isSmallXml, parseOnThread } from '../_shared/parse-tasks.ts';

export interface Chapter {
  /** File name within the book. */
  readonly name: string;
  readonly text: string;
}

export async function textOfWord(ctx: ExecuteContext, file: BinaryEntry): Promise<string> {
  const archive = await Archive.open(ctx, file);
  const xml = await archive.text('word/document.xml');
  if (xml === undefined) throw notOfFormat(file, 'a Word document');
  return parseOnThread(ctx, 'wordText', isSmallXml(xml), xml);
}

/** Returns the chapters in the order of reading. */
export async function chaptersOfBook(ctx: ExecuteContext, file: BinaryEntry): Promise<readonly Chapter[]> {
  const archive = await Archive.open(ctx, file);
  const container = await archive.text('META-INF/container.xml');
  const path = container === undefined ? undefined : await parseOnThread(ctx, 'bookPackage', isSmallXml(container), container);
  const opf = path === undefined ? undefined : await archive.text(path);
  if (path === undefined || opf === undefined) throw notOfFormat(file, 'an EPUB book');
  const chapters: Chapter[] = [];
  for (const href of await parseOnThread(ctx, 'bookChapters', isSmallXml(opf), opf)) {
    const html = await archive.text(posix.join(posix.dirname(path), decodedPath(href)));
    if (html !== undefined) chapters.push({ name: posix.basename(href), text: await textOfHtml(ctx, html) });
  }
  return chapters;
}

async function textOfHtml(ctx: ExecuteContext, html: string): Promise<string> {
  const extraction = { key: 'text', cssSelector: 'body', returnValue: 'text' as const };
  const { text } = await parseOnThread(ctx, 'htmlValues', isSmallMarkup(html), html, [extraction], {
    trim: true,
    cleanUp: false,
    laysOut: true,
  });
  return typeof text === 'string' ? text : '';
}

function decodedPath(href: string): string {
  const [path = ''] = href.split('#');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

class Archive {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #counter: ArchiveCounter;

  private constructor(entries: ReadonlyMap<string, ZipEntry>, counter: ArchiveCounter) {
    this.#entries = entries;
    this.#counter = counter;
  }

  static async open(ctx: ExecuteContext, file: BinaryEntry): Promise<Archive> {
    const counter = ctx.archives.archive(file.fileName ?? 'without a name');
    const entries = zipEntries(await bytesOfFile(ctx, file), () => counter.addEntry());
    return new Archive(new Map(entries.map((entry) => [entry.name, entry])), counter);
  }

  /** Returns a file of the archive as text; undefined if it does not exist. */
  async text(name: string): Promise<string | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const chunks: Uint8Array[] = [];
    for await (const chunk of unzipped(entry)) {
      this.#counter.add(chunk.byteLength);
      chunks.push(chunk);
    }
    return decodeText(Buffer.concat(chunks));
  }
}

const notOfFormat = (file: BinaryEntry, format: string): NodeError =>
  new NodeError(`The file "${file.fileName ?? 'without a name'}" is not ${format}.`, { hint: 'Check the file, and "Data Format".' });
