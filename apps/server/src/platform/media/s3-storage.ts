import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { platformError } from '../errors.ts';
import type { CurrentSettings } from '../settings/current.ts';
import { type Content, createRangeError, type Storage } from './storage.ts';

type S3Options = NonNullable<CurrentSettings['s3']>;

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Options) =>
  new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Services other than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/**
 * Creates the bucket. Returns false if it exists. Checks first, because services respond differently if the bucket
 * already exists.
 */
export async function makeBucket(options: S3Options): Promise<boolean> {
  const client = createClient(options);
  const bucketParams = { Bucket: options.bucket };
  try {
    const head = new HeadBucketCommand(bucketParams);
    await withTimeout(responseSeconds, (call) => client.send(head, call));
    return false;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  await client.send(new CreateBucketCommand(bucketParams));
  return true;
}

/** Stores files in an S3 bucket and passes range requests to the service. */
export function s3Storage(options: S3Options, sizes = defaultSizes): Storage {
  const { bucket } = options;
  const client = createClient(options);
  return {
    async put(key, content, contentType) {
      if (!Buffer.isBuffer(content) && (await stat(content.file)).size > sizes.maxSinglePut)
        return putInParts(client, { Bucket: bucket, Key: key, ContentType: contentType }, content.file, sizes.part);
      const body = await createBody(content);
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ...body });
      await withTimeout(secondsFor(body.ContentLength), (options) => client.send(command, options));
    },
    async remove(keys) {
      if (keys.length === 0) return;
      const Objects = keys.map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
      await withTimeout(responseSeconds, (options) => client.send(command, options));
    },
    async send(key, reply) {
      const { method, headers } = reply.request;
      // The response has no validator for If-Range, so the whole file is sent.
      const range = headers['if-range'] === undefined ? headers.range : undefined;
      const objectParams = {
        Bucket: bucket,
        Key: key,
        IfNoneMatch: singleEtag.exec(headers['if-none-match'] ?? '')?.[0],
      };
      try {
        const file =
          method === 'HEAD'
            ? // A HEAD request fetches no content. Ranges apply only to GET (RFC 9110, section 14.2).
              {
                ...(await withTimeout(responseSeconds, (options) =>
                  client.send(new HeadObjectCommand(objectParams), options),
                )),
                Body: Readable.from([]),
              }
            : await withTimeout(responseSeconds, (options) =>
                client.send(new GetObjectCommand({ ...objectParams, ...(range && { Range: range }) }), options),
              );
        void reply.status(file.ContentRange ? 206 : 200).header('accept-ranges', 'bytes');
        if (file.ETag) void reply.header('etag', file.ETag);
        if (file.ContentRange) void reply.header('content-range', file.ContentRange);
        if (file.ContentLength !== undefined) void reply.header('content-length', file.ContentLength);
        void reply.send(file.Body as Readable);
        return true;
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return false;
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 304) {
          void reply.status(304).header('etag', objectParams.IfNoneMatch).send();
          return true;
        }
        if (error instanceof S3ServiceException && error.name === 'InvalidRange')
          throw createRangeError(reply, error.$response?.headers['content-range']);
        throw error;
      }
    },
    async read(key) {
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key });
        return (await withTimeout(responseSeconds, (options) => client.send(command, options))).Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async *keys() {
      let next: { ContinuationToken?: string } | undefined = {};
      while (next) {
        const command: ListObjectsV2Command = new ListObjectsV2Command({ Bucket: bucket, ...next });
        const page = await withTimeout(responseSeconds, (options) => client.send(command, options));
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        next = page.NextContinuationToken === undefined ? undefined : { ContinuationToken: page.NextContinuationToken };
      }
    },
  };
}

/** The format of ETags that browsers return. For other formats, services respond with errors of their own. */
const singleEtag = /^(?:W\/)?"[\w-]+"$/;

/** Maximum time until a response begins, including the client's retries. */
const responseSeconds = 5;

/** Minimum upload speed in bytes per second. */
const minBytesPerSecond = 100_000;

const secondsFor = (bytes: number) => responseSeconds + bytes / minBytesPerSecond;

/** Runs a call with a timeout. @throws AppError 503 if the service is unreachable, too slow or failing. */
async function withTimeout<Result>(
  seconds: number,
  call: (options: { abortSignal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  // Not `AbortSignal.timeout`: once the response has begun, the client may read it slowly.
  const timer = setTimeout(() => timeout.abort(), seconds * 1_000);
  try {
    return await call({ abortSignal: timeout.signal });
  } catch (error) {
    throw isOutage(error) ? platformError('server.unavailable', { retryAfterSeconds: 5, cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the same call may succeed later. Other errors, such as a wrong key or a missing bucket, need the operator.
 */
function isOutage(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    return status >= 500 || status === 429;
  }
  const { name, code } = error as { name?: string; code?: unknown };
  return name === 'AbortError' || name === 'TimeoutError' || typeof code === 'string';
}

/**
 * The service accepts 5 GB per call, and a failed call starts over. A multipart upload has at most 10,000 parts of at
 * least 5 MB. This part size allows 640 GB.
 */
const defaultSizes = { maxSinglePut: 200_000_000, part: 64_000_000 };

/** Services assemble the parts before they answer. */
const completeSeconds = 600;

async function putInParts(
  client: S3Client,
  object: { Bucket: string; Key: string; ContentType: string },
  file: string,
  partBytes: number,
): Promise<void> {
  const { Bucket, Key } = object;
  const create = new CreateMultipartUploadCommand(object);
  const { UploadId } = await withTimeout(responseSeconds, (options) => client.send(create, options));
  try {
    const { size } = await stat(file);
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size);
      const PartNumber = Parts.length + 1;
      const Body = createReadStream(file, { start, end: end - 1 });
      const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentLength: end - start });
      const { ETag } = await withTimeout(secondsFor(end - start), (options) => client.send(command, options));
      Parts.push({ PartNumber, ETag });
    }
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    await withTimeout(completeSeconds, (options) => client.send(complete, options));
  } catch (error) {
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    // The caller gets the first error. A bucket rule removes remaining parts.
    await withTimeout(responseSeconds, (options) => client.send(abort, options)).catch(() => {});
    throw error;
  }
}

/** Streams a file with its length, which the service requires. */
async function createBody(content: Content) {
  if (Buffer.isBuffer(content)) return { Body: content, ContentLength: content.length };
  const { size } = await stat(content.file);
  return { Body: createReadStream(content.file), ContentLength: size };
}
