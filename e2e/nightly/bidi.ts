/** A connection of WebDriver BiDi: commands and their answers over one socket. */
export interface BidiConnection {
  send<Result>(method: string, params: object): Promise<Result>;
  close(): void;
}

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
}

/** Connects to a browser. Rejects if it refuses. */
export async function connectBidi(address: string): Promise<BidiConnection> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`the browser refused the connection to ${address}`));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(String(data)) as Answer;
    const one = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !one) return;
    waiting.delete(id);
    if (type === 'success') one.resolve(result);
    else one.reject(new Error(message));
  };
  socket.onclose = () => {
    for (const one of waiting.values()) one.reject(new Error('the browser ended'));
  };
  return {
    send<Result>(method: string, params: object) {
      const one = Promise.withResolvers<unknown>();
      last += 1;
      waiting.set(last, one);
      socket.send(JSON.stringify({ id: last, method, params }));
      return one.promise as Promise<Result>;
    },
    close: () => socket.close(),
  };
}
