// Faults of the application, each with the test that must find it.

export interface Fault {
  readonly name: string;
  /** Path of the source in the checkout. */
  readonly file: string;
  /** Occurs once in the source. */
  readonly find: string;
  readonly replace: string;
  /** Spec in `electron/e2e`, without its ending. */
  readonly spec: string;
  /** A part of the name in the test file. */
  readonly test: string;
  /** Whether the stand-in refuses to start the application with this fault. */
  readonly endsStart?: true;
}

const preference = (find: string, replace: string): Fault => ({
  name: `windows with ${replace}`,
  file: 'electron/security.ts',
  find: `${find},`,
  replace: `${replace},`,
  spec: 'start',
  test: 'shows the window when the page is ready',
  endsStart: true,
});

export const faults: readonly Fault[] = [
  preference('sandbox: true', 'sandbox: false'),
  preference('contextIsolation: true', 'contextIsolation: false'),
  preference('nodeIntegration: false', 'nodeIntegration: true'),
  {
    name: 'no policy for scripts',
    file: 'electron/pages.ts',
    find: "'content-security-policy': contentSecurityPolicy,",
    replace: '',
    spec: 'security',
    test: 'runs no inline script',
  },
  {
    name: 'senders are not checked',
    file: 'electron/trust.ts',
    find: 'frame !== null && frame.parent === null && frame.origin === desktopOrigin',
    replace: 'frame !== undefined',
    spec: 'isolation',
    test: 'of other pages are refused',
  },
  {
    name: 'calls leave /rest/',
    file: 'electron/ipc.ts',
    find: "!pathname.startsWith('/rest/')",
    replace: 'pathname === undefined',
    spec: 'isolation',
    test: 'do not leave the REST calls',
  },
  {
    name: 'calls are not checked',
    file: 'electron/ipc.ts',
    find: 'if (!isValid)',
    replace: 'if (!isValid && given === undefined)',
    spec: 'isolation',
    test: 'a body that is not text',
  },
  {
    name: 'files outside of the build',
    file: 'electron/pages.ts',
    find: "path.startsWith(folder + sep) && !name.includes('\\0') && extname(path) in types",
    replace: "!name.includes('\\0') && extname(path) in types",
    spec: 'runs',
    test: 'are not',
  },
  {
    name: 'any method for pages',
    file: 'electron/pages.ts',
    find: "request.method !== 'GET' && request.method !== 'HEAD'",
    replace: "request.method === 'NONE'",
    spec: 'runs',
    test: '/index.html',
  },
  {
    name: 'files are read whole',
    file: 'electron/pages.ts',
    find: 'new Response(opened.body, {',
    replace: 'new Response(await new Response(opened.body).arrayBuffer(), {',
    spec: 'runs',
    test: 'do not pass through memory as a whole',
  },
  {
    name: 'a lock that does not hold',
    file: 'electron/single-instance.ts',
    find: 'return app.requestSingleInstanceLock({ opened } satisfies Handed);',
    replace: 'return app.requestSingleInstanceLock({ opened }) || true;',
    spec: 'shell',
    test: 'shows its window again when it is started a second time',
  },
  {
    name: 'permissions are granted',
    file: 'electron/desktop.ts',
    find: '  denyPermissions();',
    replace: '',
    spec: 'security',
    test: 'has the permissions of the clipboard only',
  },
  {
    name: 'pages navigate anywhere',
    file: 'electron/security.ts',
    find: "contents.on('will-navigate', (event) => {",
    replace: "contents.on('will-navigate', (event) => {\n    if (event.url !== '') return;",
    spec: 'security',
    test: 'cannot leave for',
  },
  {
    name: 'pages open windows',
    file: 'electron/security.ts',
    find: "return { action: 'deny' };",
    replace: "return { action: 'allow' };",
    spec: 'security',
    test: 'opens no window for',
  },
  {
    name: 'any address opens outside',
    file: 'electron/trust.ts',
    find: "if (url.protocol === 'https:' || url.protocol === 'mailto:') return true;",
    replace: 'if (url.protocol !== undefined) return true;',
    spec: 'security',
    test: 'opens no window for',
  },
  {
    name: 'webviews',
    file: 'electron/security.ts',
    find: "contents.on('will-attach-webview', (event) => event.preventDefault());",
    replace: '',
    spec: 'security',
    test: 'attaches no webview',
  },
  {
    name: 'access from the network without an owner',
    file: 'electron/this-computer.ts',
    find: 'if (isOnLan && !this.#isOnLan && !(await this.#hasOwner()))',
    replace: 'if (isOnLan && this.#isOnLan && !(await this.#hasOwner()))',
    spec: 'this-computer',
    test: 'lets other computers in once there is an owner',
  },
  {
    name: 'access from the network is forgotten',
    file: 'electron/desktop.ts',
    find: "...(settings.get('isOnLan') ? { host: '0.0.0.0' } : {})",
    replace: '',
    spec: 'this-computer',
    test: 'lets other computers in again after a restart',
  },
  {
    name: 'commands without a question',
    file: 'electron/desktop.ts',
    find: 'asksForConsent: true',
    replace: 'asksForConsent: false',
    spec: 'consents',
    test: 'is asked for once',
  },
  {
    name: 'imports without a question',
    file: 'electron/opening.ts',
    find: 'if (response !== 0) return;',
    replace: 'if (response === -1) return;',
    spec: 'shell',
    test: 'asks before it imports from a link',
  },
  {
    name: 'sleep goes unnoticed',
    file: 'electron/power.ts',
    find: "powerMonitor.on('resume', () =>",
    replace: "powerMonitor.on('suspend', () =>",
    spec: 'shell',
    test: 'tells the engine when the computer wakes up',
  },
  {
    name: 'the battery goes unnoticed',
    file: 'electron/power.ts',
    find: "powerMonitor.on('on-battery', look);",
    replace: '',
    spec: 'shell',
    test: 'pauses schedules on battery if the user wants it',
  },
  {
    name: 'a pause that is not lifted',
    file: 'electron/power.ts',
    find: '      runsAnyway = true;\n      apply();',
    replace: '      runsAnyway = true;',
    spec: 'shell',
    test: 'pauses schedules on battery if the user wants it',
  },
  {
    name: 'the theme of native parts does not follow',
    file: 'electron/settings.ts',
    find: '    nativeTheme.themeSource = theme;\n',
    replace: '',
    spec: 'this-computer',
    test: 'keeps the theme',
  },
  {
    name: 'safe mode is not left',
    file: 'electron/quitting.ts',
    find: 'restartWith(ordinaryFlags());',
    replace: 'restartWith(process.argv.slice(1));',
    spec: 'life',
    test: 'is shown in the window, which offers to restart normally',
  },
  {
    name: 'the key of an installed application goes to a file',
    file: 'electron/desktop.ts',
    find: "{ keyStore: 'keychain-if-new' }",
    replace: '{}',
    spec: 'life',
    test: 'stores the key of a new data folder in a file if there is no keychain',
  },
  {
    name: 'code runs elsewhere than in utility processes',
    file: 'electron/desktop.ts',
    find: '    launch: launchUtility,\n',
    replace: '',
    spec: 'runs',
    test: 'runs code in a process of its own',
  },
  {
    name: 'the window closes for good',
    file: 'electron/windows/main-window.ts',
    find: '    event.preventDefault();\n    window.hide();',
    replace: '    window.hide();',
    spec: 'life',
    test: 'closes to the tray',
  },
  {
    name: 'the end does not wait for the engine',
    file: 'electron/quitting.ts',
    find: "    event.preventDefault();\n    if (phase === 'stopping') return;",
    replace: "    if (phase === 'stopping') return;",
    spec: 'life',
    test: 'waits until the engine has closed its database',
  },
  {
    name: 'a window without the flag',
    file: 'electron/main.ts',
    find: 'else if (flags.isHeadless)',
    replace: 'else if (flags.isHidden)',
    spec: 'life',
    test: 'serves until it is asked to quit',
  },
];
