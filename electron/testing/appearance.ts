// The modules `nativeTheme` and `screen`.
import { hosted } from './hosted.ts';
import { Guarded } from './record.ts';

type Source = 'system' | 'light' | 'dark';

export class NativeTheme extends Guarded {
  #source: Source = 'system';
  #isSystemDark = false;

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#isSystemDark : this.#source === 'dark';
  }

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    this.#source = source;
    this.#change();
  }

  /** Sets the system's theme. */
  static setSystem(theme: NativeTheme, isDark: boolean): void {
    theme.#isSystemDark = isDark;
    theme.#change();
  }

  #change(): void {
    for (const { page } of hosted) void page?.emulateMedia({ colorScheme: colorScheme() }).catch(() => undefined);
    this.emit('updated');
  }
}

export const nativeTheme = new NativeTheme('nativeTheme', ['updated']);
export const setSystemTheme = (isDark: boolean): void => NativeTheme.setSystem(nativeTheme, isDark);
export const colorScheme = (): 'dark' | 'light' => (nativeTheme.shouldUseDarkColors ? 'dark' : 'light');

const size = { width: 1920, height: 1080 };
const area = { width: 1920, height: 1050 };
const display = {
  id: 1,
  label: 'Stand-in',
  bounds: { x: 0, y: 0, ...size },
  workArea: { x: 0, y: 0, ...area },
  size,
};

export class Screen extends Guarded {
  getAllDisplays = (): (typeof display)[] => [display];
}

export const screen = new Screen('screen', ['display-added', 'display-removed', 'display-metrics-changed']);
