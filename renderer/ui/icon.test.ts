// Which icon files are drawn in the surrounding color, and which in their own colors.
import { describe, expect, it } from 'vitest';
import { lookOfSvg, type IconLook } from './icon.tsx';

describe('an icon file', () => {
  it.each<[string, string, IconLook]>([
    ['a drawing in one stroke', '<svg fill="none" stroke="currentColor"><path d="M1 1"/></svg>', 'mask'],
    ['one without any color', '<svg><path d="M1 1"/></svg>', 'mask'],
    ['a black one, which would be invisible on dark backgrounds', '<svg><path fill="#000" stroke="black"/></svg>', 'mask'],
    ["one in a brand's color", '<svg><path fill="#ff6d5a"/></svg>', 'image'],
    ['one colored by a style', '<svg><style>.a { fill: rgb(1, 2, 3); }</style><path class="a"/></svg>', 'image'],
    ['a gradient', '<svg><linearGradient><stop stop-color="red"/></linearGradient><path fill="url(#a)"/></svg>', 'image'],
    ['one that contains a picture', '<svg><image href="data:image/png;base64,AA"/></svg>', 'image'],
  ])('%s', (_name, text, expected) => {
    expect(lookOfSvg(text)).toBe(expected);
  });
});
