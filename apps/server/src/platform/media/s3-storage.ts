import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Configuration } from '../configuration.ts';
import { type Content, noSuchRange, type Storage } from './storage.ts';

type S3Options = NonNullable<Configuration['s3']>;

/** Files in a bucket of an S3 service; ranges are passed on to it. */
export function s3Storage(
  { bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Options,
  sizes = usualSizes,
): Storage {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Other services than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(key, content, contentType) {
      if (!Buffer.isBuffer(content) && (await stat(content.file)).size > sizes.atOnce)
        return putInParts(client, { Bucket: bucket, Key: key, ContentType: contentType }, content.file, sizes.part);
      const body = await bodyOf(content);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ...body }));
    },
    async remove(keys) {
      if (keys.length === 0) return;
      const Objects = keys.map((Key) => ({ Key }));
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    },
    async send(key, reply) {
      const { method, headers } = reply.request;
      const { range } = headers;
      const asked = { Bucket: bucket, Key: key };
      try {
        const file =
          method === 'HEAD'
            ? // Nothing of the file is fetched, which would be thrown away; parts are of GET alone (RFC 9110, section 14.2).
              { ...(await client.send(new HeadObjectCommand(asked))), Body: Readable.from([]) }
            : await client.send(new GetObjectCommand({ ...asked, ...(range && { Range: range }) }));
        void reply.status(file.ContentRange ? 206 : 200).header('accept-ranges', 'bytes');
        if (file.ContentRange) void reply.header('content-range', file.ContentRange);
        if (file.ContentLength !== undefined) void reply.header('content-length', file.ContentLength);
        void reply.send(file.Body as Readable);
        return true;
      } catch (error) {
        if (error instanceof NoSuchKey || error instanceof NotFound) return false;
        if (error instanceof S3ServiceException && error.name === 'InvalidRange')
          throw noSuchRange(reply, error.$response?.headers['content-range']);
        throw error;
      }
    },
    async read(key) {
      try {
        return (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async *keys() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key } of Contents) if (Key !== undefined) yield Key;
    },
  };
}

/**
 * The service takes 5 GB in one call, and a call that breaks begins anew. Of the parts of a larger file there are 10,000 at
 * most, each but the last of 5 MB at least: as large as these are makes 640 GB.
 */
const usualSizes = { atOnce: 200_000_000, part: 64_000_000 };

async function putInParts(
  client: S3Client,
  object: { Bucket: string; Key: string; ContentType: string },
  file: string,
  partBytes: number,
): Promise<void> {
  const { Bucket, Key } = object;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  try {
    const { size } = await stat(file);
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const end = Math.min(start + partBytes, size);
      const PartNumber = Parts.length + 1;
      const Body = createReadStream(file, { start, end: end - 1 });
      const part = { Bucket, Key, UploadId, PartNumber, Body, ContentLength: end - start };
      Parts.push({ PartNumber, ETag: (await client.send(new UploadPartCommand(part))).ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}

/** A file goes as a stream, and with its length: the service takes none without. */
async function bodyOf(content: Content) {
  if (Buffer.isBuffer(content)) return { Body: content };
  const { size } = await stat(content.file);
  return { Body: createReadStream(content.file), ContentLength: size };
}
