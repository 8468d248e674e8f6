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
import type { Configuration } from '../configuration.ts';
import { platformError } from '../errors.ts';
import { type Content, noSuchRange, type Storage } from './storage.ts';

type S3Options = NonNullable<Configuration['s3']>;

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Options) =>
  new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Other services than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** Makes the bucket; false when it was there. Services differ in what they answer to who makes one twice. */
export async function makeBucket(options: S3Options): Promise<boolean> {
  const client = clientOf(options);
  const named = { Bucket: options.bucket };
  try {
    await client.send(new HeadBucketCommand(named));
    return false;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  await client.send(new CreateBucketCommand(named));
  return true;
}

/** Files in a bucket of an S3 service; ranges are passed on to it. */
export function s3Storage(options: S3Options, sizes = usualSizes): Storage {
  const { bucket } = options;
  const client = clientOf(options);
  return {
    async put(key, content, contentType) {
      if (!Buffer.isBuffer(content) && (await stat(content.file)).size > sizes.atOnce)
        return putInParts(client, { Bucket: bucket, Key: key, ContentType: contentType }, content.file, sizes.part);
      const body = await bodyOf(content);
      const command = new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ...body });
      await within(secondsFor(body.ContentLength), (options) => client.send(command, options));
    },
    async remove(keys) {
      if (keys.length === 0) return;
      const Objects = keys.map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
      await within(answerSeconds, (options) => client.send(command, options));
    },
    async send(key, reply) {
      const { method, headers } = reply.request;
      // The answer names no version of the file that If-Range could match: the whole file is sent then.
      const range = headers['if-range'] === undefined ? headers.range : undefined;
      const asked = { Bucket: bucket, Key: key, IfNoneMatch: singleEtag.exec(headers['if-none-match'] ?? '')?.[0] };
      try {
        const file =
          method === 'HEAD'
            ? // Nothing of the file is fetched, which would be thrown away; parts are of GET alone (RFC 9110, section 14.2).
              {
                ...(await within(answerSeconds, (options) => client.send(new HeadObjectCommand(asked), options))),
                Body: Readable.from([]),
              }
            : await within(answerSeconds, (options) =>
                client.send(new GetObjectCommand({ ...asked, ...(range && { Range: range }) }), options),
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
          void reply.status(304).header('etag', asked.IfNoneMatch).send();
          return true;
        }
        if (error instanceof S3ServiceException && error.name === 'InvalidRange')
          throw noSuchRange(reply, error.$response?.headers['content-range']);
        throw error;
      }
    },
    async read(key) {
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key });
        return (await within(answerSeconds, (options) => client.send(command, options))).Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async *keys() {
      let next: { ContinuationToken?: string } | undefined = {};
      while (next) {
        const command: ListObjectsV2Command = new ListObjectsV2Command({ Bucket: bucket, ...next });
        const page = await within(answerSeconds, (options) => client.send(command, options));
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        next = page.NextContinuationToken === undefined ? undefined : { ContinuationToken: page.NextContinuationToken };
      }
    },
  };
}

/** The form in which browsers send the ETag that they were given. Services answer other forms with errors of their own. */
const singleEtag = /^(?:W\/)?"[\w-]+"$/;

/** How long the service may take until its answer begins, all tries of the client together. */
const answerSeconds = 5;

/** The slowest that a service takes what is stored there, in bytes a second. */
const slowestBytes = 100_000;

const secondsFor = (bytes: number) => answerSeconds + bytes / slowestBytes;

/**
 * Makes a call that may not hang: whoever waits for a picture is told within seconds that there is none now.
 * @throws AppError 503 when the service is not reached, says nothing for too long or has trouble of its own.
 */
async function within<Answer>(
  seconds: number,
  call: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const waiting = new AbortController();
  // Not `AbortSignal.timeout`: once the answer has begun, it may be read as slowly as its reader likes.
  const timer = setTimeout(() => waiting.abort(), seconds * 1_000);
  try {
    return await call({ abortSignal: waiting.signal });
  } catch (error) {
    throw isAway(error) ? platformError('server.unavailable', { retryAfterSeconds: 5, cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a call may succeed later as it is. Refusals (a wrong key, a bucket that is not there) are for the operator. */
function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    return status >= 500 || status === 429;
  }
  const { name, code } = error as { name?: string; code?: unknown };
  return name === 'AbortError' || name === 'TimeoutError' || typeof code === 'string';
}

/**
 * The service takes 5 GB in one call, and a call that breaks begins anew. Of the parts of a larger file there are 10,000 at
 * most, each but the last of 5 MB at least: as large as these are makes 640 GB.
 */
const usualSizes = { atOnce: 200_000_000, part: 64_000_000 };

/** Services put the parts together before they answer. */
const completeSeconds = 600;

async function putInParts(
  client: S3Client,
  object: { Bucket: string; Key: string; ContentType: string },
  file: string,
  partBytes: number,
): Promise<void> {
  const { Bucket, Key } = object;
  const create = new CreateMultipartUploadCommand(object);
  const { UploadId } = await within(answerSeconds, (options) => client.send(create, options));
  try {
    const { size } = await stat(file);
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size);
      const PartNumber = Parts.length + 1;
      const Body = createReadStream(file, { start, end: end - 1 });
      const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentLength: end - start });
      const { ETag } = await within(secondsFor(end - start), (options) => client.send(command, options));
      Parts.push({ PartNumber, ETag });
    }
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
    await within(completeSeconds, (options) => client.send(complete, options));
  } catch (error) {
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    // The caller gets the first failure. Parts that stay are removed by the bucket's own rules.
    await within(answerSeconds, (options) => client.send(abort, options)).catch(() => {});
    throw error;
  }
}

/** A file goes as a stream, and with its length: the service takes none without. */
async function bodyOf(content: Content) {
  if (Buffer.isBuffer(content)) return { Body: content, ContentLength: content.length };
  const { size } = await stat(content.file);
  return { Body: createReadStream(content.file), ContentLength: size };
}
