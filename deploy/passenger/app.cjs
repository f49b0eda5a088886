// The startup file for Phusion Passenger and LiteSpeed, which load it by require(): hosting panels, Apache, nginx.
const { existsSync } = require('node:fs')
const path = require('node:path')

const project = path.join(__dirname, '../..')
process.chdir(project)
if (existsSync('.env')) process.loadEnvFile('.env')

// Passenger ends a process that does not answer this at once. The site completes what it has begun.
globalThis.PhusionPassenger?.on('exit', () => process.kill(process.pid, 'SIGTERM'))

void import(path.join(project, 'build/server/main.js'))
