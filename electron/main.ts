// The desktop application: flags, then the engine, then a window or none.
import { app } from 'electron';
import { createEngine, readSettings } from '../engine/index.ts';
import { launchUtility } from './code-processes.ts';
import { readFlags } from './flags.ts';
import { serveRequests } from './ipc.ts';
import { declarePages, servePages } from './pages.ts';
import { rendererFolder } from './places.ts';
import { servePush } from './push.ts';
import { openMainWindow } from './windows/main-window.ts';

declarePages();
const flags = readFlags(process.argv);
const settings = readSettings(process.env, flags.settings);
const engine = createEngine({ dataDir: flags.dataDir, settings, launch: launchUtility });
const started = engine.start();
serveRequests(engine);
servePush(engine);
await app.whenReady();
servePages(rendererFolder, engine);
await openMainWindow();
await started;
