// Decides what a synchronization does with one workflow: compares its file, the saved workflow, and both as they were last time.

/** A workflow on one side. */
export interface Side {
  /** Hash of its content. */
  readonly hash: string;
  /** Path of its file in the folder, with slashes. */
  readonly path: string;
}

/** Which side wins if both have changed. */
export type Preference = 'files' | 'database' | undefined;

export type Step =
  /** Both are the same: what is stored about the last time may be out of date. */
  | 'same'
  /** The file is written, and one under an earlier path removed. */
  | 'write'
  /** The workflow is saved from the file. */
  | 'read'
  | 'removeFile'
  | 'archive'
  | 'forget'
  | 'conflict';

const areSame = (one: Side, other: Side): boolean => one.hash === other.hash && one.path === other.path;

export function stepFor(file: Side | undefined, saved: Side | undefined, before: Side | undefined, preference: Preference): Step {
  if (file !== undefined && saved !== undefined) {
    if (areSame(file, saved)) return 'same';
    if (before !== undefined && areSame(file, before)) return 'write';
    if (before !== undefined && areSame(saved, before)) return 'read';
    // Both sides have the same change, or an earlier synchronization was killed before it moved the file.
    if (before !== undefined && file.hash === saved.hash) {
      if (file.path === before.path) return 'write';
      if (saved.path === before.path) return 'read';
    }
    // In the first synchronization, the workflow moves to the folder of its file.
    if (before === undefined && file.hash === saved.hash) return 'read';
    return preferred(preference, 'read', 'write', 'conflict');
  }
  // What has changed on one side is not lost because the other side removed it.
  if (file !== undefined) {
    if (before === undefined) return 'read';
    return areSame(file, before) ? 'removeFile' : preferred(preference, 'read', 'removeFile', 'read');
  }
  if (saved === undefined) return 'forget';
  if (before === undefined) return 'write';
  return areSame(saved, before) ? 'archive' : preferred(preference, 'archive', 'write', 'write');
}

const preferred = (preference: Preference, byFiles: Step, byDatabase: Step, otherwise: Step): Step =>
  preference === undefined ? otherwise : preference === 'files' ? byFiles : byDatabase;
