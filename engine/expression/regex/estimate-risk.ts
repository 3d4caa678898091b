// Estimates the worst-case time of the host's backtracking matcher for a pattern, which decides whether the safe matcher is used.
import type { Pattern, PatternNode } from './parse-pattern.ts';

export interface Risk {
  /** Exponent of the text's length; Infinity if the time doubles with each character. */
  readonly degree: number;
  /** Factor by which alternatives outside of repetitions multiply the time. */
  readonly factor: number;
}

/**
 * Returns an upper bound: time grows at most as factor × length^degree. Any choice within a repetition counts as doubling, though many are
 * harmless; such patterns are matched by the safe matcher, which takes time proportional to the length.
 */
export function estimateRisk(pattern: Pattern): Risk {
  const cost = costOf(pattern.root);
  return { degree: cost.degree + (isAnchored(pattern.root) ? 0 : 1), factor: cost.factor };
}

function costOf(node: PatternNode): Risk {
  switch (node.kind) {
    case 'sequence':
      return node.parts.map(costOf).reduce(both, { degree: 0, factor: 1 });
    case 'choice': {
      const options = node.options.map(costOf);
      return {
        degree: Math.max(...options.map((option) => option.degree)),
        factor: options.reduce((sum, option) => sum + option.factor, 0),
      };
    }
    case 'group':
      return costOf(node.body);
    case 'look':
      return costOf(node.body);
    case 'repeat':
      return repeated(node.body, node.min, node.max);
    case 'backreference':
      return { degree: 1, factor: 1 };
    default:
      return { degree: 0, factor: 1 };
  }
}

function repeated(node: PatternNode, min: number, max: number): Risk {
  const body = costOf(node);
  if (max === min) return { degree: body.degree * min, factor: body.factor ** min };
  if (max === 1) return { degree: body.degree, factor: body.factor * 2 };
  if (body.degree > 0 || body.factor > 1) return { degree: Infinity, factor: 1 };
  return max < 20 ? { degree: 0, factor: max } : { degree: 1, factor: 1 };
}

function both(left: Risk, right: Risk): Risk {
  return { degree: left.degree + right.degree, factor: left.factor * right.factor };
}

/** Whether a match can start only at the start of the text, so that a failure there ends the search. */
function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'edge':
      return node.edge === 'start' && !node.flags.includes('m');
    case 'sequence':
      return node.parts.length > 0 && isAnchored(node.parts[0] as PatternNode);
    case 'choice':
      return node.options.every(isAnchored);
    case 'group':
      return isAnchored(node.body);
    default:
      return false;
  }
}
