import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDataDir } from './data-dir.ts';

describe('the default data folder', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/home/ada/.local/share/millrace'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/millrace'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada/.local/share/millrace'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/millrace'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/Millrace'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Millrace'],
    ['win32', { APPDATA: '' }, '/home/ada/AppData/Roaming/Millrace'],
    ['win32', {}, '/home/ada/AppData/Roaming/Millrace'],
    ['linux', { MILLRACE_DATA_DIR: '/mine' }, '/mine'],
    ['darwin', { MILLRACE_DATA_DIR: 'mine' }, resolve('mine')],
    ['linux', { N8N_USER_FOLDER: '/srv' }, '/srv/.millrace'],
    ['linux', { N8N_USER_FOLDER: '/srv', MILLRACE_DATA_DIR: '/mine' }, '/mine'],
    ['linux', { N8N_USER_FOLDER: '' }, '/home/ada/.local/share/millrace'],
    ['linux', { MILLRACE_DATA_DIR: '' }, '/home/ada/.local/share/millrace'],
  ])('on %s with %o', (platform, environment, expected) => {
    expect(defaultDataDir(environment, platform, '/home/ada')).toBe(join(expected));
  });
});
