// The table of commands: each has a text, unique keys and search words.
import { describe, expect, it } from 'vitest';
import texts from '../../../../locales/en/editor.json' with { type: 'json' };
import * as edit from './edit.ts';
import { commands } from './index.ts';
import { commandFor, isElsewhere } from './keyboard.ts';
import * as nodes from './nodes.ts';
import * as run from './run.ts';
import * as view from './view.ts';
import * as workflow from './workflow.ts';

describe('commands', () => {
  it('have texts and ids of their own', () => {
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    expect(commands.filter(({ id }) => !Object.hasOwn(texts.commands, id)).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(texts.commands).filter((id) => !commands.some((command) => command.id === id))).toEqual([]);
  });

  it('are in the file of their group', () => {
    const groups = { workflow, edit, nodes, run, view, help: view };
    expect(commands.filter((command) => !(Object.values(groups[command.group]) as unknown[]).includes(command))).toEqual([]);
  });

  it('have search words', () => {
    expect(Object.keys(texts.keywords).toSorted()).toEqual(commands.map(({ id }) => id).toSorted());
  });

  it('share no keys', () => {
    const keys = commands.flatMap(({ keys: own = [] }) =>
      own.map((key) =>
        key
          .split(/\+(?=.)/)
          .toSorted()
          .join('+'),
      ),
    );
    expect(keys.length).toBe(new Set(keys).size);
  });

  it.each([
    [{ key: 's', ctrlKey: true }, 'save'],
    [{ key: 'z', ctrlKey: true }, 'undo'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    [{ key: 'k', ctrlKey: true }, 'palette'],
    [{ key: 'd' }, 'disable'],
    [{ key: 'd', ctrlKey: true }, 'duplicate'],
    [{ key: '+', shiftKey: true }, 'zoomIn'],
    [{ key: '?', shiftKey: true }, 'shortcuts'],
    [{ key: 'F2' }, 'rename'],
    [{ key: 'n', ctrlKey: true, altKey: true }, 'newWorkflow'],
    [{ key: 'ArrowLeft', shiftKey: true }, 'selectUpstream'],
    [{ key: 'q' }, undefined],
  ])('%o', (keys, id) => {
    expect(commandFor(new KeyboardEvent('keydown', keys), commands)?.id).toBe(id);
  });

  it('leave fields and dialogs their keys', () => {
    document.body.innerHTML = '<input id="f"><div role="dialog"><button id="d"></button></div><main id="m"></main><button id="b"></button>';
    const at = (id: string, more: KeyboardEventInit = {}): boolean => {
      const event = new KeyboardEvent('keydown', { key: 'd', ...more });
      Object.defineProperty(event, 'target', { value: document.querySelector(`#${id}`) });
      return isElsewhere(event);
    };
    expect([at('f'), at('f', { ctrlKey: true }), at('d', { ctrlKey: true }), at('m')]).toEqual([true, false, true, false]);
    expect([at('b', { key: 'Enter' }), at('b', { key: 'Enter', ctrlKey: true }), at('b')]).toEqual([true, false, false]);
    // Elements floating over the editor count as fields, whatever their role.
    document.querySelector('#d')?.parentElement?.setAttribute('data-over-editor', '');
    expect([at('d'), at('d', { ctrlKey: true })]).toEqual([true, false]);
  });
});
