// Installs Redis, which the server's tests start.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './lib/debian-packages.ts';

const isInstalled = () => spawnSync('redis-server', ['--version']).status === 0;

if (!isInstalled()) {
  console.log('Installing redis-server for the tests …');
  if (!(installFromDebian('redis-server') && isInstalled())) {
    console.error('The tests need redis-server: apt-get install redis-server, or brew install redis.');
    process.exit(1);
  }
}
