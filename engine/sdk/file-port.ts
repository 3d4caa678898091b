// Files of the computer that nodes may read or watch: one door, so that an instance can limit them.
export interface FilePort {
  /**
   * Returns the absolute path of a file or folder, symbolic links resolved as far as it exists. Relative paths start at the working
   * directory. Throws NodeError FILE_NOT_READABLE if nodes may not use it.
   */
  allowedPath(path: string): Promise<string>;
}
