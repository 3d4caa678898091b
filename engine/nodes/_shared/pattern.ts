// Regular expressions that users enter in nodes.
import { safePattern, type SafePattern } from '../../expression/index.ts';
import { NodeError } from '../../sdk/index.ts';

/** Compiles `/pattern/flags` or a bare pattern. Throws NodeError PARAMETER_INVALID if it is invalid. */
export function writtenPattern(written: string): SafePattern {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(written);
  try {
    return safePattern(parts?.[1] ?? written, parts?.[2]);
  } catch (cause) {
    throw new NodeError(`"${written}" is not a regular expression. Correct the pattern.`, { code: 'PARAMETER_INVALID', cause });
  }
}
