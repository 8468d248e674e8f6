import { loadEnvironmentFile, readConfiguration } from '../platform/configuration.ts';
import { makeBucket } from '../platform/media/s3-storage.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { environmentSettings } from '../platform/settings/current.ts';
import { runCommand } from './command-line.ts';

/** Creates the configured bucket, for a self-hosted S3 service. An existing bucket stays unchanged. */
await runCommand(async () => {
  loadEnvironmentFile();
  const { s3 } = environmentSettings(readConfiguration(process.env).settings);
  if (!s3) throw new OperatorError('S3_BUCKET and its keys are not set: pictures and sounds are stored in DATA_DIR.');
  const isNew = await makeBucket(s3);
  return `The bucket ${s3.bucket} ${isNew ? 'was created' : 'already exists'}.`;
});
