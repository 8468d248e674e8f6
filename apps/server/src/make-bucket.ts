import { CommandError, runCommand } from './command-line.ts';
import { loadEnvironmentFile, readConfiguration } from './platform/configuration.ts';
import { makeBucket } from './platform/media/s3-storage.ts';

/** Makes the bucket that the configuration names, for an S3 service of one's own. One that is there stays as it is. */
await runCommand(async () => {
  loadEnvironmentFile();
  const { s3 } = readConfiguration(process.env);
  if (!s3) throw new CommandError('S3_BUCKET and its keys are not set: pictures and sounds are kept in DATA_DIR.');
  const isNew = await makeBucket(s3);
  return `The bucket ${s3.bucket} ${isNew ? 'is made' : 'was there'}.`;
});
