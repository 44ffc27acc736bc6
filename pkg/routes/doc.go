// Package routes compiles the routes of the Gateway API that are attached to Services into tables of
// ordered rules, and judges each route (https://gateway-api.sigs.k8s.io/mesh/).
//
// The xDS server sends the tables to clients, the manager writes the judgements into the status of
// the routes, and the plugin shows both. Endpoints are not part of the input: a change of endpoints
// changes no route.
package routes
