// A stream of server-sent events that is opened again when it ends, with growing pauses.

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/** The pause after this one. */
export const nextPause = (pause) => Math.min(2 * pause, MAX_PAUSE_MS);

/**
 * A stream at an address. Handlers: `opened`; `failed`, at once; `reopen`, when it is time to try again; and by the
 * names of events what is done with their data.
 */
export class Stream {
  #source = null;
  #pause = FIRST_PAUSE_MS;
  #reopening = 0;

  constructor(address, { opened, failed, reopen, events }) {
    this.address = address;
    this.opened = opened;
    this.failed = failed;
    this.reopen = reopen;
    this.events = events;
  }

  get isOpen() {
    return this.#source?.readyState === EventSource.OPEN;
  }

  open() {
    clearTimeout(this.#reopening);
    if (this.#source) return;
    const source = new EventSource(this.address);
    this.#source = source;
    source.onopen = this.opened;
    for (const [name, listener] of Object.entries(this.events)) {
      source.addEventListener(name, (event) => {
        this.#pause = FIRST_PAUSE_MS;
        listener(event.data);
      });
    }
    source.onerror = () => {
      this.close();
      this.#reopening = setTimeout(() => this.reopen(), this.#pause * (1 + Math.random() / 2));
      this.#pause = nextPause(this.#pause);
      this.failed();
    };
  }

  close() {
    clearTimeout(this.#reopening);
    this.#source?.close();
    this.#source = null;
  }
}
