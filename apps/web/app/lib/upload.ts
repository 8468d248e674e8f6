import type { Call, Endpoint, EndpointOutput } from '@commons/contract/endpoint';
import { urlOf } from './api-client.ts';
import { ApiError, NetworkError, parseRetryAfterSeconds, Cancelled } from './api-error.ts';
import { randomId } from './random-id.ts';

export type Upload = {
  params?: Record<string, string>;
  /** Files and texts by field name, in order. */
  parts: Record<string, string | Blob>;
  /** Reuse it for retries, so that the server acts only once. */
  idempotencyKey?: string;
  /** Called with the uploaded share, 0 to 1. */
  onProgress?: (share: number) => void;
  /** Aborts the upload. */
  signal?: AbortSignal;
};

/** Without progress for this long, the upload fails. Includes the server's processing. */
export const stallMilliseconds = 60_000;

/**
 * Uploads files as multipart form data and returns the response body. Throws like `call`. Uses XMLHttpRequest, because
 * `fetch` does not report upload progress.
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
    const restartStallTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), stallMilliseconds);
    };
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      restartStallTimer();
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('progress', restartStallTimer);
    request.addEventListener('loadend', () => clearTimeout(timer));
    for (const eventName of ['error', 'abort'])
      request.addEventListener(eventName, () =>
        reject(signal?.aborted ? new Cancelled() : new NetworkError(new Error('The upload was interrupted.'))),
      );
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
    restartStallTimer();
    request.send(form);
  });
