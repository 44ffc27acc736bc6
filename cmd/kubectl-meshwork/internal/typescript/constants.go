package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// repository is the root of the repository, seen from the module.
const repository = "../.."

// constantsOf returns the constants of a string type as literals. Reflection does not have
// constants, so constantsOf parses the source of the package.
func constantsOf(named reflect.Type) []string {
	folder := strings.TrimPrefix(named.PkgPath(), "github.com/meshwork-dev/meshwork/")
	files, _ := filepath.Glob(filepath.Join(repository, folder, "*.go")) // the pattern is valid
	var literals []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			log.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, isValue := node.(*ast.ValueSpec); isValue {
				literals = append(literals, literalsOf(spec, named.Name())...)
			}
			return true
		})
	}
	if len(literals) == 0 {
		log.Fatalf("%s has no constants of type %s: use string for the field", folder, named.Name())
	}
	return literals
}

func literalsOf(spec *ast.ValueSpec, typeName string) []string {
	if declared, isName := spec.Type.(*ast.Ident); !isName || declared.Name != typeName {
		return nil
	}
	var literals []string
	for _, value := range spec.Values {
		if literal, isLiteral := value.(*ast.BasicLit); isLiteral {
			text, _ := strconv.Unquote(literal.Value) // it has been parsed
			literals = append(literals, "'"+text+"'")
		}
	}
	return literals
}
