// Entry point of the engine: everything that shells and scripts may use.
export { createEngine, type Engine, type EngineConfig, type RunRequest } from './engine.ts';
