import { Socket } from 'node:net';

/**
 * Sends the statements of one turn of the event loop at once: each writing wakes the database, and costs this process
 * more than the statement. `pg` corks the socket for each statement that has a name or values; here it stays corked to
 * the end of the turn. Where the connection is encrypted, the layer above writes past it.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    super.cork();
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}
