// Keeps the workflow files of a folder and the workflows of the instance owner the same, in both directions.
import { AppError } from '../../contract/errors.ts';
import { importWorkflow, type ImportPorts } from '../../services/imports/import-workflow.ts';
import { folderAt } from '../../services/folders.ts';
import type { WorkflowRecord } from '../../store/index.ts';
import { reasonOf, text } from '../text.ts';
import { stepFor, type Preference, type Side, type Step } from './plan.ts';
import {
  contentOf,
  folderName,
  freePath,
  hashOf,
  moveFileAt,
  pathKey,
  removeFileAt,
  syncedText,
  writeFileAt,
  type FoundFile,
} from './tree.ts';

export interface SyncPorts extends ImportPorts {
  /** Absolute path. */
  readonly root: string;
  readonly preference: Preference;
  /** `reason`: why a file failed. */
  readonly report: (outcome: Exclude<Step, 'same' | 'forget'> | 'failed' | 'twice', path: string, reason?: string) => void;
}

interface Saved extends Side {
  readonly record: WorkflowRecord;
  readonly text: string;
}

export interface SyncCounts {
  readonly changes: number;
  /** Files that failed, and conflicts. */
  readonly failures: number;
}

/** Files and folders of one round. */
interface Round {
  readonly files: ReadonlyMap<string, FoundFile>;
  /** Keys of the paths that must not be overwritten. A workflow's unreadable file is among them. */
  readonly others: ReadonlySet<string>;
  /** Keys of `files` by keys of paths; empty for `others`, and for copies of a workflow's file. */
  readonly occupants: Map<string, string>;
  readonly saved: ReadonlyMap<string, Saved>;
  readonly before: ReadonlyMap<string, Side>;
  /** Paths of the folders of workflows, as in the file system, by id. */
  readonly folders: ReadonlyMap<string, string>;
  readonly after: Map<string, Side>;
}

export class FolderSync {
  readonly #ports: SyncPorts;
  /** Name of the stored setting: what both sides were after the last time, by id. */
  readonly #key: string;
  #changes = 0;
  #failures = 0;

  constructor(ports: SyncPorts) {
    this.#ports = ports;
    this.#key = `sync:${ports.root}`;
  }

  /**
   * Compares both sides once, and makes them the same where only one has changed. Throws BAD_REQUEST if all files are gone: the folder may be on a
   * disk that is not connected.
   */
  async once(): Promise<SyncCounts> {
    this.#changes = 0;
    this.#failures = 0;
    const { store } = this.#ports;
    const ownerId = (await store.users.owner())?.id ?? null;
    const stored = new Map(Object.entries((await store.settings.get(this.#key)) ?? {}) as [string, Side][]);
    const folders = await this.#folderPaths(ownerId);
    const content = await contentOf(this.#ports.root, (path, error) => this.#failed(path, error));
    const files = this.#byId(content.files, stored);
    const others = new Set(content.others.map(pathKey));
    const occupants = new Map([...others, ...content.files.map(({ path }) => pathKey(path))].map((key) => [key, '']));
    for (const [id, { path }] of files) occupants.set(pathKey(path), id);
    const before = this.#lastTime(stored, files, others);
    const saved = await this.#saved(ownerId, folders, before, files, new Set(occupants.keys()));
    const round: Round = { files, others, occupants, saved, before, folders, after: new Map(before) };
    for (const id of new Set([...files.keys(), ...saved.keys(), ...before.keys()])) {
      const path = files.get(id)?.path ?? saved.get(id)?.path ?? '';
      try {
        await this.#step(id, round);
      } catch (error) {
        this.#failed(path, error);
      }
    }
    if (!sameSides(stored, round.after)) await store.settings.set(this.#key, Object.fromEntries(round.after));
    return { changes: this.#changes, failures: this.#failures };
  }

  /** What both sides were, or nothing if the files are all to be written again. Throws BAD_REQUEST if they are gone and no side is preferred. */
  #lastTime(
    stored: ReadonlyMap<string, Side>,
    files: ReadonlyMap<string, FoundFile>,
    others: ReadonlySet<string>,
  ): ReadonlyMap<string, Side> {
    const { preference, root } = this.#ports;
    const isAnyHidden = [...stored.values()].some(({ path }) => hiddenBy(path, others));
    if (files.size > 0 || isAnyHidden || stored.size === 0 || preference === 'files') return stored;
    if (preference === 'database') return new Map();
    throw new AppError('BAD_REQUEST', text('sync.empty', { path: root }));
  }

  async #step(id: string, round: Round): Promise<void> {
    const { files, others, saved, before, after } = round;
    const [file, record] = [files.get(id), saved.get(id)];
    // An unreadable file, for example with git's conflict marks, does not count as deleted.
    const isHidden = file === undefined && hiddenBy(before.get(id)?.path ?? '', others);
    if (isHidden && (this.#ports.preference !== 'database' || record === undefined)) {
      throw new AppError('BAD_REQUEST', text('sync.hidden'));
    }
    const step = stepFor(file, record, isHidden ? undefined : before.get(id), this.#ports.preference);
    const path = file?.path ?? record?.path ?? '';
    if (step === 'forget') return void after.delete(id);
    if (step === 'same') return void after.set(id, sideOf(file as FoundFile));
    if (step === 'conflict') this.#failures++;
    else this.#changes++;
    if (step === 'write' && record !== undefined) return this.#write(id, record, round);
    this.#ports.report(step, path);
    if (step === 'read' && file !== undefined) await this.#read(file, record, round);
    else if (step === 'removeFile') {
      await removeFileAt(this.#ports.root, path);
      after.delete(id);
    } else if (step === 'archive') {
      await this.#archive(id);
      after.delete(id);
    }
  }

  /** Writes a workflow to its file, and then moves the file. If the process is killed in between, there is still only one file. */
  async #write(id: string, { record, path: planned, text: content, hash }: Saved, round: Round): Promise<void> {
    const { files, others, occupants, before, after } = round;
    const { root, report } = this.#ports;
    const [file, key] = [files.get(id), pathKey(planned)];
    if (hiddenBy(folderIn(planned), others)) throw new AppError('BAD_REQUEST', text('sync.noFolderHere'));
    // In the meantime, the file of another workflow may have been moved to this path.
    const isFree = (occupants.get(key) ?? id) === id || (others.has(key) && before.get(id)?.path === planned);
    const path = isFree ? planned : freePath(folderIn(planned), record, (each) => occupants.has(each));
    occupants.set(pathKey(path), id);
    if (file?.hash !== hash) await writeFileAt(root, file?.path ?? path, content);
    // A rename also works where both paths are the same file, because the file system ignores case.
    if (file !== undefined && file.path !== path) await moveFileAt(root, file.path, path);
    after.set(id, { hash, path });
    report('write', path);
  }

  /** Saves a workflow from its file. A new workflow's file gets the id of the workflow. */
  async #read(file: FoundFile, saved: Saved | undefined, { folders, after }: Round): Promise<void> {
    const { store, root } = this.#ports;
    const ownerId = (await store.users.owner())?.id ?? null;
    const current = saved?.record.folderId;
    // The names of several folders may be the same in the file system.
    const isThere = current !== undefined && pathKey(folders.get(current) ?? '') === pathKey(folderIn(file.path));
    const folderId = isThere ? current : await this.#folderOf(file.path, ownerId);
    if (saved?.hash === file.hash) {
      await store.folders.putWorkflows([saved.record.id], folderId);
      after.set(saved.record.id, sideOf(file));
      return;
    }
    const content = { ...file.content, tags: file.tags };
    const { id } = await importWorkflow(content, { defaultName: nameIn(file.path), folderId }, this.#ports);
    await store.workflows.setArchived(id, false);
    const record = await store.workflows.find(id);
    if (record === undefined) return;
    const text = textOf(record);
    const hash = hashOf(text);
    if (hash !== file.hash) await writeFileAt(root, file.path, text);
    after.set(id, { hash, path: file.path });
  }

  async #archive(id: string): Promise<void> {
    const { store } = this.#ports;
    await store.workflows.setActive(id, false);
    await store.workflows.setArchived(id, true);
  }

  /** Files without a usable id are new workflows, under a key that no id has. */
  #byId(files: readonly FoundFile[], stored: ReadonlyMap<string, Side>): ReadonlyMap<string, FoundFile> {
    const byId = new Map<string, FoundFile>();
    // The file of the last synchronization takes precedence over copies of it.
    const isOfLastTime = (file: FoundFile): boolean => stored.get(keyOf(file))?.path === file.path;
    for (const file of files.toSorted((one, other) => Number(isOfLastTime(other)) - Number(isOfLastTime(one)))) {
      const key = keyOf(file);
      if (!byId.has(key)) byId.set(key, file);
      else {
        this.#failures++;
        this.#ports.report('twice', file.path);
      }
    }
    return byId;
  }

  /** The workflows of the owner that are not archived. Those that have not moved keep the path of their file. */
  async #saved(
    ownerId: string | null,
    folders: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, Side>,
    files: ReadonlyMap<string, FoundFile>,
    taken: Set<string>,
  ): Promise<ReadonlyMap<string, Saved>> {
    const { store } = this.#ports;
    const saved = new Map<string, Saved>();
    const summaries = await store.workflows.list({ isArchived: false });
    for (const { id, ownerId: of } of summaries.toSorted(
      (one, other) => one.createdAt - other.createdAt || one.id.localeCompare(other.id),
    )) {
      if (of !== null && of !== ownerId) continue;
      const record = await store.workflows.find(id);
      if (record === undefined) continue;
      const folder = record.folderId === undefined ? '' : (folders.get(record.folderId) ?? '');
      const text = textOf(record);
      const file = files.get(id);
      const last = before.get(id)?.path ?? file?.path;
      const isRenamed = file !== undefined && file.content.name !== record.name;
      const expected = freePath(folder, record, () => false);
      const stays = last !== undefined && isPathFor(last, expected, isRenamed);
      const path = stays ? last : freePath(folder, record, (each) => taken.has(each));
      taken.add(pathKey(path));
      saved.set(id, { record, text, hash: hashOf(text), path });
    }
    return saved;
  }

  /** Returns the paths of the owner's folders in the file system by id. */
  async #folderPaths(ownerId: string | null): Promise<ReadonlyMap<string, string>> {
    return new Map([...(await this.#folderNames(ownerId))].map(([id, names]) => [id, pathOf(names)]));
  }

  /** Returns the path of each of the owner's folders as a list of names, by id. */
  async #folderNames(ownerId: string | null): Promise<ReadonlyMap<string, readonly string[]>> {
    const all = await this.#ports.store.folders.list(ownerId === null ? {} : { ownerId });
    const byId = new Map(all.map((folder) => [folder.id, folder]));
    const namesOf = (id: string | null): readonly string[] => {
      const folder = id === null ? undefined : byId.get(id);
      return folder === undefined ? [] : [...namesOf(folder.parentId), folder.name];
    };
    return new Map(all.map(({ id }) => [id, namesOf(id)]));
  }

  /** Returns the folder of workflows for a file's path. Creates missing folders, within the existing ones at the beginning of the path. */
  async #folderOf(path: string, ownerId: string | null): Promise<string | null> {
    const names = folderIn(path)
      .split('/')
      .filter((name) => name !== '');
    if (names.length === 0) return null;
    const existing = [...(await this.#folderNames(ownerId))];
    for (let depth = names.length; depth > 0; depth--) {
      const key = pathKey(names.slice(0, depth).join('/'));
      const [id, namesAbove] = existing.find(([, each]) => pathKey(pathOf(each)) === key) ?? [];
      if (id === undefined) continue;
      if (depth === names.length) return id;
      names.splice(0, depth, ...(namesAbove ?? []));
      break;
    }
    return ownerId === null ? null : folderAt(names, ownerId, { ...this.#ports, folders: this.#ports.store.folders });
  }

  #failed(path: string, error: unknown): void {
    this.#failures++;
    this.#ports.report('failed', path, reasonOf(error));
  }
}

/** The path of a folder in the file system. */
const pathOf = (names: readonly string[]): string => names.map(folderName).join('/');

const sideOf = ({ hash, path }: Side): Side => ({ hash, path });

const textOf = ({ file, tags }: WorkflowRecord): string =>
  syncedText(
    file,
    tags.map(({ name }) => name),
  );

function keyOf({ content, path }: FoundFile): string {
  const { id } = content as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? String(id) : `new ${path}`;
}

const folderIn = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/i, '');

/** Whether a file's path suits the name of its workflow. Files of workflows with the same name have numbers, which stay until a rename. */
function isPathFor(path: string, expected: string, isRenamed: boolean): boolean {
  const [key, expectedKey] = [pathKey(path), pathKey(expected)];
  if (key === expectedKey) return true;
  return !isRenamed && folderIn(key) === folderIn(expectedKey) && nameIn(key).replace(/ \d+$/, '') === nameIn(expectedKey);
}

/** Whether a path, or a folder above it, is one of the others. */
function hiddenBy(path: string, others: ReadonlySet<string>): boolean {
  for (let at = pathKey(path); at !== ''; at = folderIn(at)) if (others.has(at)) return true;
  return false;
}

const sameSides = (one: ReadonlyMap<string, Side>, other: ReadonlyMap<string, Side>): boolean =>
  one.size === other.size && [...one].every(([id, side]) => other.get(id)?.hash === side.hash && other.get(id)?.path === side.path);
