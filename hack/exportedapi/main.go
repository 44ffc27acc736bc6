// Exportedapi prints the exported declarations of Go packages, without comments, so that a
// change of an API is seen in the diff of a file:
//
//	go run ./hack/exportedapi DIRECTORY...
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	for _, directory := range os.Args[1:] {
		if err := printPackage(directory); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func printPackage(directory string) error {
	files, err := filepath.Glob(filepath.Join(directory, "*.go"))
	if err != nil {
		return err
	}
	positions := token.NewFileSet()
	var declarations []string
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		declared, err := exported(positions, file)
		if err != nil {
			return err
		}
		declarations = append(declarations, declared...)
	}
	slices.Sort(declarations)
	fmt.Printf("package %s\n\n%s\n\n", filepath.ToSlash(directory), strings.Join(declarations, "\n"))
	return nil
}

// exported returns the exported declarations of a file.
func exported(positions *token.FileSet, file *ast.File) ([]string, error) {
	ast.FileExports(file)
	var all []string
	for _, declaration := range file.Decls {
		nodes := []ast.Node{declaration}
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if !isOfExportedType(d) {
				continue
			}
			d.Body = nil
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			nodes = nil
			for _, spec := range d.Specs {
				nodes = append(nodes, &ast.GenDecl{Tok: d.Tok, Specs: []ast.Spec{spec}})
			}
		}
		for _, node := range nodes {
			var text strings.Builder
			if err := printer.Fprint(&text, positions, node); err != nil {
				return nil, err
			}
			all = append(all, strings.ReplaceAll(text.String(), "\n\n", "\n"))
		}
	}
	return all, nil
}

// isOfExportedType reports whether a declaration is a function, or a method of an exported type.
func isOfExportedType(declaration *ast.FuncDecl) bool {
	if declaration.Recv == nil {
		return true
	}
	for expression := declaration.Recv.List[0].Type; ; {
		switch e := expression.(type) {
		case *ast.StarExpr:
			expression = e.X
		case *ast.IndexExpr:
			expression = e.X
		case *ast.Ident:
			return e.IsExported()
		default:
			return true
		}
	}
}
