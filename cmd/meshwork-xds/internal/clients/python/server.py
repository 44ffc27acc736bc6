"""Serves at the address in its argument as the Pod in the other one, configured by xDS."""

import sys
from concurrent import futures

import grpc


class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        def answer(_, context):
            context.send_initial_metadata((("pod", sys.argv[2]), ("caller", ",".join(
                identity.decode() for identity in context.peer_identities() or [b"plaintext"]))))
            return b""
        return grpc.unary_unary_rpc_method_handler(answer)


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4), handlers=[Handler()], xds=True)
    # Without TLS if xDS does not demand it.
    server.add_secure_port(sys.argv[1], grpc.xds_server_credentials(grpc.insecure_server_credentials()))
    server.start()
    server.wait_for_termination()


main()
