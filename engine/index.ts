// The entry of the engine: what shells may use.
export { isCommand, runCommandLine } from './cli/command-line.ts';
export { defaultDataDir } from './data-dir.ts';
export type { EngineGateway, EngineStream, PushListener } from './gateway/engine.ts';
export { createEngine, type Engine, type EngineConfig } from './engine.ts';
export type { Launch, LaunchEnd, Launched, LaunchListener, LaunchRequest } from './sandbox/launch.ts';
export { restoreBackup, type RestoreReport } from './services/backup/restore.ts';
export { confirmStage, previousDataName, stageOf, takeOverRestored } from './services/backup/take-over.ts';
export { allInterfaces, isLoopback, lanAddresses } from './settings/lan-addresses.ts';
export { ownSettings, withOwnSecrets } from './settings/own-environment.ts';
export type { ServerSettings } from './settings/table.ts';
