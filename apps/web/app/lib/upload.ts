import type { Call, Endpoint, EndpointOutput } from '@commons/contract/endpoint';
import { urlOf } from './api-client.ts';
import { ApiError, NetworkError, parseRetryAfterSeconds } from './api-error.ts';
import { randomId } from './random-id.ts';

type Upload = {
  params?: Record<string, string>;
  /** Files and words by the names of their parts, in the order in which they are sent. */
  parts: Record<string, string | Blob>;
  /** Keep it across retries of the same upload, and the server acts once. */
  idempotencyKey?: string;
  /** Told the share that was sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Ends it when nobody wants it any more. */
  signal?: AbortSignal;
};

/** A slow line may take its time; one on which nothing moves for this long is broken. The server's work counts, too. */
export const stallMilliseconds = 60_000;

/**
 * Sends files as multipart form data and answers the call's success body; throws as `call` does. An XMLHttpRequest,
 * because `fetch` does not tell how far an upload has come.
 */
export const upload = <Definition extends Endpoint>(
  { method, path, creates }: Call<Definition>,
  { params, parts, idempotencyKey, onProgress, signal }: Upload,
): Promise<EndpointOutput<Definition>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, urlOf({ path }, params ? { params } : {}));
    if (creates) request.setRequestHeader('Idempotency-Key', idempotencyKey ?? randomId());
    signal?.addEventListener('abort', () => request.abort());
    let timer: ReturnType<typeof setTimeout>;
    const noteMovement = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallMilliseconds);
    };
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      noteMovement();
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('progress', noteMovement);
    request.addEventListener('loadend', () => clearTimeout(timer));
    for (const end of ['error', 'abort'])
      request.addEventListener(end, () => reject(new NetworkError(new Error('The upload was interrupted.'))));
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) {
        resolve(JSON.parse(responseText) as EndpointOutput<Definition>);
        return;
      }
      const retryAfterSeconds = parseRetryAfterSeconds(request.getResponseHeader('Retry-After'));
      reject(new ApiError(status, statusText, responseText, retryAfterSeconds));
    });
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.append(name, part);
    noteMovement();
    request.send(form);
  });
