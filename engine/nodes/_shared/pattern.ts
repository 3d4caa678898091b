// Regular expressions that people write into nodes, as files hold them.
import { safePattern, type SafePattern } from '../../expression/index.ts';
import { NodeError } from '../../sdk/index.ts';

/** A pattern as written, `/pattern/flags` or the bare pattern. Throws NodeError PARAMETER_INVALID when it is none. */
export function writtenPattern(written: string): SafePattern {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(written);
  try {
    return safePattern(parts?.[1] ?? written, parts?.[2]);
  } catch (cause) {
    throw new NodeError(`"${written}" is not a regular expression. Correct the pattern.`, { code: 'PARAMETER_INVALID', cause });
  }
}
