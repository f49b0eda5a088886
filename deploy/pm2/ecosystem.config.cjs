// pm2 start deploy/pm2/ecosystem.config.cjs, in the folder of the built site. `pm2 reload site` loses no request.
module.exports = {
  apps: [
    {
      name: 'site',
      script: 'build/server/main.js',
      exec_mode: 'cluster',
      instances: 2,
      // A process is replaced once the next one says that it answers.
      wait_ready: true,
      listen_timeout: 60_000,
      // It answers for 3 s more, ends what it has begun, and exits: 26 s at most.
      kill_timeout: 30_000,
      // Each process has an admin server of its own: 9464, 9465, ...
      increment_var: 'OPS_PORT',
      env: {
        NODE_ENV: 'production',
        OPS_PORT: 9464,
      },
    },
  ],
}
