// Serves at the address in its argument as the Pod in the other one, configured by xDS.
'use strict';

const grpc = require('@grpc/grpc-js');
const xds = require('@grpc/grpc-js-xds');
xds.register();

const [address, pod] = process.argv.slice(2);
const unchanged = (bytes) => bytes;
const method = {
  path: '/grpc.testing.TestService/UnaryCall', requestStream: false, responseStream: false,
  requestSerialize: unchanged, requestDeserialize: unchanged, responseSerialize: unchanged, responseDeserialize: unchanged,
};
const server = new xds.XdsServer();
server.addService({ UnaryCall: method }, {
  UnaryCall(call, respond) {
    const metadata = new grpc.Metadata();
    metadata.set('pod', pod);
    call.sendMetadata(metadata);
    respond(null, Buffer.alloc(0));
  },
});
// Without TLS if xDS does not demand it.
server.bindAsync(address, new xds.XdsServerCredentials(grpc.ServerCredentials.createInsecure()), (error) => {
  if (error) throw error;
});
