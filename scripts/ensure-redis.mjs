// Makes sure that a Redis is there, which the tests of the server start for themselves.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './lib/debian-packages.ts';

const isThere = () => spawnSync('redis-server', ['--version']).status === 0;

if (!isThere()) {
  console.log('Installing redis-server for the tests …');
  if (!(installFromDebian('redis-server') && isThere())) {
    console.error('The tests need redis-server: apt-get install redis-server, or brew install redis.');
    process.exit(1);
  }
}
