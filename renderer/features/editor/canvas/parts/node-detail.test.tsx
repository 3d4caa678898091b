// Detail of nodes while the zoom changes: a few per frame, visible ones first.
import { describe, expect, it } from 'vitest';
import { NodeDetail } from './node-detail.ts';
import { ValueStore } from '../stores.ts';
import type { Detail, Mounted } from '../geometry/virtualisation.ts';

const all = (): boolean => true;

function stage(
  count: number,
  detail: Detail,
): { elements: Map<string, HTMLElement>; mounted: ValueStore<Mounted>; nodeDetail: NodeDetail } {
  const elements = new Map(Array.from({ length: count }, (_, index) => [`n${index}`, document.createElement('div')]));
  const mounted = new ValueStore<Mounted>(new Map([...elements.keys()].map((id) => [id, detail])));
  const nodeDetail = new NodeDetail(elements, mounted);
  for (const [id, element] of elements) nodeDetail.show(id, element);
  return { elements, mounted, nodeDetail };
}

const far = (elements: ReadonlyMap<string, HTMLElement>): string[] =>
  [...elements].filter(([, element]) => element.hasAttribute('data-far')).map(([id]) => id);

/** Runs frames until there is nothing left to do. */
function settle(nodeDetail: NodeDetail, isFar: boolean): number {
  for (let frames = 1; ; frames++) if (nodeDetail.sync(isFar ? 'colour' : 'all', all)) return frames;
}

describe('the detail of nodes', () => {
  it('is reduced at a small zoom and restored at a large one, some nodes per frame', () => {
    const { elements, nodeDetail } = stage(100, 'full');
    expect(far(elements)).toEqual([]);
    expect(settle(nodeDetail, true)).toBeGreaterThan(1);
    expect(far(elements)).toHaveLength(100);
    expect(settle(nodeDetail, false)).toBeGreaterThan(1);
    expect(far(elements)).toEqual([]);
  });

  it('changes first in visible nodes', () => {
    const { elements, nodeDetail } = stage(100, 'full');
    settle(nodeDetail, true);
    const seen = new Set(['n40', 'n98', 'n99']);
    expect(nodeDetail.sync('all', (id) => seen.has(id))).toBe(false);
    expect(far(elements).filter((id) => seen.has(id))).toEqual([]);
  });

  it('stays reduced until the rest of a node is mounted', () => {
    const { elements, mounted, nodeDetail } = stage(3, 'light');
    settle(nodeDetail, false);
    expect(far(elements)).toEqual(['n0', 'n1', 'n2']);
    mounted.set(new Map(mounted.get()).set('n1', 'full'));
    settle(nodeDetail, false);
    expect(far(elements)).toEqual(['n0', 'n2']);
  });

  it('is the icon at a medium zoom, and the name at a slightly larger one', () => {
    const { elements, mounted, nodeDetail } = stage(2, 'face');
    mounted.set(new Map(mounted.get()).set('n1', 'light'));
    const levels = (): (string | null)[] => [...elements.values()].map((element) => element.getAttribute('data-far'));
    nodeDetail.sync('icon', all);
    expect(levels()).toEqual(['icon', 'colour']);
    nodeDetail.sync('name', all);
    expect(levels()).toEqual(['name', 'colour']);
    nodeDetail.sync('all', all);
    expect(levels()).toEqual(['name', 'colour']);
  });

  it('is correct at once for later nodes', () => {
    const { elements, mounted, nodeDetail } = stage(1, 'full');
    settle(nodeDetail, true);
    const late = document.createElement('div');
    mounted.set(new Map(mounted.get()).set('late', 'full'));
    nodeDetail.show('late', late);
    expect(late.hasAttribute('data-far')).toBe(true);
    expect(far(elements)).toEqual(['n0']);
  });
});
