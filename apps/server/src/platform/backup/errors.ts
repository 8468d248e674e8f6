/** A backup or restore failed. The message tells the operator why. */
export class BackupError extends Error {
  override name = 'BackupError';
}
