// Starts the application anew after it has quit in order.
import { app } from 'electron';

/** `added`: flags of the new start besides those of this one. */
export function restart(...added: readonly string[]): void {
  const kept = process.argv.slice(1).filter((flag) => !added.includes(flag));
  app.relaunch({ args: [...kept, ...added] });
  app.quit();
}
