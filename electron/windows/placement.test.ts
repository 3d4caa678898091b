// Where a window opens, on one display or several.
import { expect, it } from 'vitest';
import { placement, standardSize } from './placement.ts';

const left = { x: 0, y: 0, width: 1920, height: 1050 };
const right = { x: 1920, y: 0, width: 2560, height: 1400 };
const above = { x: 0, y: -1080, width: 1920, height: 1040 };

it.each([
  ['nothing saved', undefined, [left], standardSize],
  ['as it was', { x: 100, y: 50, width: 900, height: 700 }, [left], { x: 100, y: 50, width: 900, height: 700 }],
  ['on the second display', { x: 2500, y: 200, width: 1800, height: 1100 }, [left, right], { x: 2500, y: 200, width: 1800, height: 1100 }],
  [
    'on a display with negative coordinates',
    { x: 10, y: -900, width: 800, height: 600 },
    [left, above],
    { x: 10, y: -900, width: 800, height: 600 },
  ],
  ['its display is gone', { x: 2500, y: 200, width: 1800, height: 1100 }, [left], standardSize],
  ['half outside', { x: 1500, y: 600, width: 900, height: 700 }, [left], { x: 1020, y: 350, width: 900, height: 700 }],
  ['only its border is visible', { x: 1900, y: 10, width: 900, height: 700 }, [left], standardSize],
  ['its title bar is above the display', { x: 100, y: -60, width: 900, height: 700 }, [left], standardSize],
  ['across two displays', { x: 1700, y: 100, width: 1000, height: 800 }, [left, right], { x: 1920, y: 100, width: 1000, height: 800 }],
  ['larger than the display', { x: 0, y: 0, width: 5000, height: 4000 }, [left], { ...left }],
  ['smaller than the least size', { x: 10, y: 10, width: 200, height: 100 }, [left], { x: 10, y: 10, width: 640, height: 480 }],
])('%s', (_, saved, areas, expected) => expect(placement(saved, areas)).toEqual(expected));
