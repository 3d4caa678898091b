// Gestures without a document: intents and previews from press to release, and a clean state after Escape.
import { describe, expect, it } from 'vitest';
import type { PortRef } from '../canvas-model.ts';
import { main, makeHost, makeModel, makeNode, makeNote, makeScene, type RecordingHost } from '../testing/small-model.ts';
import { autoPan, pan, pinch } from './pan.ts';
import { connect } from './connect.ts';
import type { Gesture, Sample } from './gesture.ts';
import { GestureMachine } from './machine.ts';
import { marquee } from './marquee.ts';
import { press } from './press.ts';
import { resize, resized } from './resize.ts';

const at = (x: number, y: number, isAdding = false): Sample => ({ screen: { x, y }, isAdding });

/** Runs a gesture like the machine: press, movement along the points, release. */
function run(host: RecordingHost, start: (start: Sample) => Gesture, points: readonly Sample[]): readonly string[] {
  const names: string[] = [];
  const machine = new GestureMachine((name) => names.push(name));
  const [first = at(0, 0)] = points;
  machine.start(start(first));
  for (const point of points.slice(1)) machine.move(point);
  machine.end(points.at(-1) ?? first);
  return names;
}

const scene = (): ReturnType<typeof makeScene> =>
  makeScene(
    [makeNode('a', 100, 100), makeNode('b', 300, 100, { outputs: main(2) }), makeNode('c', 600, 100)],
    ['a 0 b 0'],
    [makeNote('note', 100, 400, 200, 100)],
  );

describe('press', () => {
  it('selects an unselected element immediately', () => {
    const host = makeHost(scene());
    expect(run(host, (start) => press(host, start, 'a'), [at(150, 150), at(152, 151)])).toEqual(['press', 'idle']);
    expect(host.intents).toEqual([{ type: 'select', ids: ['a'] }]);
  });

  it('adds with Shift, and removes again', () => {
    const host = makeHost(scene());
    run(host, (start) => press(host, start, 'a'), [at(150, 150)]);
    run(host, (start) => press(host, start, 'b'), [at(350, 150, true)]);
    run(host, (start) => press(host, start, 'a'), [at(150, 150, true)]);
    expect(host.intents.map((intent) => (intent.type === 'select' ? intent.ids : []))).toEqual([['a'], ['a', 'b'], ['b']]);
  });

  it('on one of many selects it alone, but only on release', () => {
    const host = makeHost(scene());
    host.intent({ type: 'select', ids: ['a', 'b'] });
    run(host, (start) => press(host, start, 'a'), [at(150, 150)]);
    expect(host.intents.at(-1)).toEqual({ type: 'select', ids: ['a'] });
  });

  it('does not become a drag if read-only', () => {
    const host = makeHost(scene(), { isReadOnly: true });
    expect(run(host, (start) => press(host, start, 'a'), [at(150, 150), at(300, 300)])).toEqual(['press', 'idle']);
  });
});

describe('drag', () => {
  it('moves on the grid, whatever the zoom', () => {
    const host = makeHost(scene());
    host.viewport.set({ x: 0, y: 0, zoom: 0.5 });
    const names = run(host, (start) => press(host, start, 'a'), [at(75, 75), at(80, 80), at(100, 60)]);
    expect(names).toEqual(['press', 'drag', 'idle']);
    expect(host.intents.at(-1)).toEqual({ type: 'move', positions: new Map([['a', { x: 160, y: 80 }]]) });
  });

  it('moves the whole selection, at the same distance', () => {
    const host = makeHost(makeScene([makeNode('a', 103, 100), makeNode('b', 300, 111)], [], [makeNote('note', 100, 400, 200, 100)]));
    host.intent({ type: 'select', ids: ['a', 'b', 'note'] });
    run(host, (start) => press(host, start, 'a'), [at(150, 150), at(190, 150)]);
    expect(host.intents.at(-1)).toEqual({
      type: 'move',
      positions: new Map([
        ['a', { x: 140, y: 100 }],
        ['b', { x: 337, y: 111 }],
        ['note', { x: 137, y: 400 }],
      ]),
    });
  });

  it('emits nothing if it returns to its start', () => {
    const host = makeHost(scene());
    run(host, (start) => press(host, start, 'a'), [at(150, 150), at(250, 150), at(151, 151)]);
    expect(host.intents.map(({ type }) => type)).toEqual(['select']);
  });

  it('follows a view that pans under the pointer', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(press(host, at(950, 400), 'c'));
    machine.move(at(995, 400));
    expect(machine.tick(16)).toBe(true);
    const panned = host.viewport.view.x;
    expect(panned).toBeLessThan(0);
    machine.end(at(995, 400));
    const [, intent] = host.intents;
    expect(intent?.type === 'move' && intent.positions.get('c')?.x).toBe(Math.round((600 + 45 - panned) / 20) * 20);
  });

  it('moves nothing that was removed', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    host.intent({ type: 'select', ids: ['a', 'c'] });
    machine.start(press(host, at(150, 150), 'a'));
    machine.move(at(190, 150));
    host.scene.setModel(makeModel([makeNode('c', 600, 100)]));
    machine.move(at(210, 150));
    machine.end(at(210, 150));
    expect(host.intents.at(-1)).toEqual({ type: 'move', positions: new Map([['c', { x: 660, y: 100 }]]) });
  });

  it('emits nothing if everything was removed', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(press(host, at(150, 150), 'a'));
    machine.move(at(190, 150));
    host.scene.setModel(makeModel([makeNode('c', 600, 100)]));
    machine.end(at(190, 150));
    expect(host.intents.map(({ type }) => type)).toEqual(['select']);
  });

  it('is reverted by Escape', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(press(host, at(150, 150), 'a'));
    machine.move(at(300, 300));
    expect(host.scene.rectOf('a')).toMatchObject({ x: 260, y: 260 });
    expect(machine.cancel()).toBe(true);
    expect(machine.name).toBe('idle');
    expect(host.scene.rectOf('a')).toMatchObject({ x: 100, y: 100 });
    expect(host.intents).toEqual([{ type: 'select', ids: ['a'] }]);
    expect(machine.cancel()).toBe(false);
  });
});

describe('marquee', () => {
  it('selects what it touches, with a preview', () => {
    const host = makeHost(scene());
    run(host, (start) => marquee(host, start), [at(50, 50), at(180, 180), at(320, 180)]);
    expect(host.previews).toEqual([['a'], ['a', 'b'], undefined]);
    expect(host.intents).toEqual([{ type: 'select', ids: ['a', 'b'] }]);
    expect(host.drawn).toBeUndefined();
  });

  it('adds with shift', () => {
    const host = makeHost(scene());
    host.intent({ type: 'select', ids: ['c'] });
    run(host, (start) => marquee(host, start), [at(50, 50, true), at(180, 180, true)]);
    expect(host.intents.at(-1)).toEqual({ type: 'select', ids: ['c', 'a'] });
  });

  it('is a click on empty canvas without a drag', () => {
    const host = makeHost(scene());
    host.intent({ type: 'select', ids: ['c'] });
    run(host, (start) => marquee(host, start), [at(50, 50), at(51, 51)]);
    expect(host.intents.at(-1)).toEqual({ type: 'select', ids: [] });
  });

  it('leaves the selection as it was after Escape', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(marquee(host, at(50, 50)));
    machine.move(at(320, 180));
    machine.cancel();
    expect(host.intents).toEqual([]);
    expect(host.previews.at(-1)).toBeUndefined();
  });
});

describe('connect', () => {
  const from: PortRef = { node: 'b', side: 'output', index: 1, type: 'main' };

  it('connects to its drop target', () => {
    const host = makeHost(scene());
    run(host, (start) => connect(host, start, from), [at(400, 165), at(500, 150), at(650, 150)]);
    expect(host.intents).toEqual([{ type: 'connect', from, to: { node: 'c', side: 'input', index: 0, type: 'main' } }]);
    expect(host.pending).toBeUndefined();
  });

  it('leads from output to input, also if drawn backwards', () => {
    const host = makeHost(scene());
    const start: PortRef = { node: 'c', side: 'input', index: 0, type: 'main' };
    run(host, (sample) => connect(host, sample, start), [at(593, 150), at(402, 166)]);
    expect(host.intents).toEqual([{ type: 'connect', from, to: start }]);
  });

  it('emits nothing if refused', () => {
    const host = makeHost(scene());
    run(host, (start) => connect(host, start, { ...from, node: 'a', index: 0 }), [at(200, 150), at(350, 150)]);
    expect(host.intents).toEqual([]);
  });

  it('requests a node on empty canvas, with its input at the drop position', () => {
    const host = makeHost(scene());
    run(host, (start) => connect(host, start, from), [at(400, 165), at(500, 411)]);
    expect(host.intents).toEqual([{ type: 'addFrom', from, at: { x: 500, y: 360 } }]);
  });

  it('requests a node beside the port if it was only pressed', () => {
    const host = makeHost(scene());
    run(host, (start) => connect(host, start, from), [at(400, 165), at(401, 165)]);
    expect(host.intents).toEqual([{ type: 'addFrom', from, at: { x: 500, y: 200 } }]);
  });

  it('inserts into a connection', () => {
    const host = makeHost(scene());
    const start: PortRef = { node: 'c', side: 'output', index: 0, type: 'main' };
    run(host, (sample) => connect(host, sample, start), [at(700, 150), at(250, 145)]);
    expect(host.intents).toEqual([{ type: 'connectInto', from: start, edge: 'a 0 b 0' }]);
  });

  it('is gone after Escape', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(connect(host, at(400, 165), from));
    machine.move(at(650, 150));
    expect(host.pending?.target.kind).toBe('port');
    machine.cancel();
    expect(host.pending).toBeUndefined();
    expect(host.intents).toEqual([]);
  });
});

describe('pan and pinch', () => {
  it('moves the view with the pointer, and back after Escape', () => {
    const host = makeHost(scene());
    const gesture = pan(host, at(100, 100));
    gesture.move(at(130, 90));
    expect(host.viewport.view).toEqual({ x: 30, y: -10, zoom: 1 });
    gesture.cancel();
    expect(host.viewport.view).toEqual({ x: 0, y: 0, zoom: 1 });
  });

  it('is a tap when the finger rests', () => {
    const host = makeHost(scene());
    let taps = 0;
    run(host, (start) => pan(host, start, () => (taps += 1)), [at(100, 100), at(102, 100)]);
    expect(taps).toBe(1);
    expect(host.viewport.view.x).toBe(0);
  });

  it('keeps the content between two fingers', () => {
    const host = makeHost(scene());
    const gesture = pinch(host, { screen: { x: 100, y: 200 }, other: { x: 300, y: 200 }, isAdding: false });
    const between = host.viewport.toCanvas({ x: 200, y: 200 });
    gesture.move({ screen: { x: 50, y: 300 }, other: { x: 450, y: 300 }, isAdding: false });
    expect(host.viewport.view.zoom).toBe(2);
    expect(host.viewport.toCanvas({ x: 250, y: 300 })).toEqual(between);
  });
});

describe('resize', () => {
  const rect = { x: 100, y: 400, width: 200, height: 100 };

  it.each([
    ['se', 45, 25, { x: 100, y: 400, width: 240, height: 120 }],
    ['nw', -45, -25, { x: 60, y: 380, width: 240, height: 120 }],
    ['e', 45, 25, { x: 100, y: 400, width: 240, height: 100 }],
    ['n', 45, 999, { x: 100, y: 420, width: 200, height: 80 }],
    ['w', 999, 0, { x: 160, y: 400, width: 140, height: 100 }],
  ] as const)('by %s', (handle, dx, dy, expected) => expect(resized(rect, handle, dx, dy)).toEqual(expected));

  it.each([
    ['e', 25, 0, { x: 100, y: 400, width: 80, height: 40 }],
    ['e', -45, 0, { x: 100, y: 400, width: 60, height: 40 }],
    ['n', 0, -25, { x: 100, y: 380, width: 60, height: 60 }],
  ] as const)('by %s, of one that is small already, without a jump', (handle, dx, dy, expected) =>
    expect(resized({ x: 100, y: 400, width: 60, height: 40 }, handle, dx, dy)).toEqual(expected),
  );

  it('emits once, at the end', () => {
    const host = makeHost(scene());
    run(host, (start) => resize(host, start, 'note', 'se'), [at(300, 500), at(320, 520), at(340, 540)]);
    expect(host.intents).toEqual([{ type: 'resizeNote', id: 'note', position: { x: 100, y: 400 }, size: { width: 240, height: 140 } }]);
    expect(host.scene.live.size).toBe(0);
  });
});

describe('the machine', () => {
  it('reverts one gesture when another starts', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(press(host, at(150, 150), 'a'));
    machine.move(at(300, 300));
    machine.start(pinch(host, { screen: { x: 0, y: 0 }, other: { x: 10, y: 0 }, isAdding: false }));
    expect(machine.name).toBe('pinch');
    expect(host.scene.live.size).toBe(0);
  });
});

describe('a view that moves while the pointer rests', () => {
  const begin = (start: Gesture, to: Sample): GestureMachine => {
    const machine = new GestureMachine(() => undefined);
    machine.start(start);
    machine.move(to);
    return machine;
  };

  it('leaves a dragged node at the pointer', () => {
    const host = makeHost(scene());
    const machine = begin(press(host, at(150, 150), 'a'), at(190, 150));
    host.viewport.panBy(0, -200);
    machine.followView();
    expect(host.scene.rectOf('a')).toMatchObject({ x: 140, y: 300 });
  });

  it('leaves a pressed node at the pointer', () => {
    const host = makeHost(scene());
    const machine = new GestureMachine(() => undefined);
    machine.start(press(host, at(150, 150), 'a'));
    host.viewport.panBy(-200, 0);
    machine.followView();
    machine.move(at(150, 190));
    expect(host.scene.rectOf('a')).toMatchObject({ x: 300, y: 140 });
  });

  it('leaves the loose end of a connection at the pointer', () => {
    const host = makeHost(scene());
    const from: PortRef = { node: 'b', side: 'output', index: 1, type: 'main' };
    const machine = begin(connect(host, at(400, 165), from), at(500, 400));
    host.viewport.panBy(0, -200);
    machine.followView();
    expect(host.pending?.to).toEqual({ x: 500, y: 600 });
  });

  it('leaves the corner of a marquee at the pointer', () => {
    const host = makeHost(scene());
    const machine = begin(marquee(host, at(50, 50)), at(180, 180));
    host.viewport.zoomAt({ x: 180, y: 180 }, 0.5);
    host.viewport.panBy(-100, 0);
    machine.followView();
    expect(host.drawn).toEqual({ x: 50, y: 50, width: 330, height: 130 });
  });

  it('leaves the side of a note at the pointer', () => {
    const host = makeHost(scene());
    const machine = begin(resize(host, at(300, 450), 'note', 'e'), at(320, 450));
    host.viewport.panBy(-100, 0);
    machine.followView();
    expect(host.scene.rectOf('note')).toMatchObject({ x: 100, width: 320 });
  });

  it('continues panning from the current position', () => {
    const host = makeHost(scene());
    const machine = begin(pan(host, at(100, 100)), at(130, 100));
    host.viewport.panBy(0, 50);
    machine.followView();
    expect(host.viewport.view).toMatchObject({ x: 30, y: 50 });
  });
});

it('pans automatically only near the edge, faster closer to it', () => {
  const host = makeHost(scene());
  expect(autoPan(host.viewport, { x: 500, y: 400 }, 16)).toBe(false);
  autoPan(host.viewport, { x: 980, y: 400 }, 16);
  const slow = host.viewport.view.x;
  autoPan(host.viewport, { x: 1000, y: 400 }, 16);
  expect(host.viewport.view.x - slow).toBeLessThan(slow);
});

describe('a connection', () => {
  const edge = 'a 0 b 0';

  it('is selected by a click, further ones with Shift', () => {
    const host = makeHost(scene());
    run(host, (start) => marquee(host, start, edge), [at(220, 150), at(221, 150)]);
    run(host, (start) => marquee(host, start, edge), [at(220, 150, true)]);
    expect(host.intents).toEqual([
      { type: 'select', ids: [], edges: [edge] },
      { type: 'select', ids: [], edges: [] },
    ]);
  });

  it('is not clicked when a drag starts on it', () => {
    const host = makeHost(scene());
    run(host, (start) => marquee(host, start, edge), [at(220, 150), at(420, 300)]);
    expect(host.intents.at(-1)).toEqual({ type: 'select', ids: ['b'] });
  });

  it('is announced when refused', () => {
    const host = makeHost(scene());
    const from: PortRef = { node: 'a', side: 'output', index: 0, type: 'main' };
    run(host, (start) => connect(host, start, from), [at(200, 150), at(250, 150), at(300, 150)]);
    expect([host.intents, host.announcements]).toEqual([[], ['said.refused.duplicate']]);
  });
});
