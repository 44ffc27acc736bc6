var et,_,Cn,zt,ce,_n,$n,Tn,Ot,Xe,Ae,Pn,Lt,It,Dt,Ar,Ze={},Je=[],Fr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
tt=Array.isArray;function re(e,t){for(var o in t)e[o]=t[o];return e}function Ut(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function Bt(e,t,o){var r,a,i,s={};for(i in t)i=="key"?r=t[i]:i=="ref"?a=t[i]:s[i]=t[i];if(arguments.length>2&&(s.children=
arguments.length>3?et.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(i in e.defaultProps)s[i]===void 0&&
(s[i]=e.defaultProps[i]);return Ye(e,s,r,a,null)}function Ye(e,t,o,r,a){var i={type:e,props:t,key:o,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:a??++Cn,__i:-1,__u:0};return a==null&&_.vnode!=null&&_.vnode(i),i}function x(e){return e.children}function ee(e,t){this.props=e,this.context=t}function ue(e,t){if(t==null)return e.__?ue(
e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="f\
unction"?ue(e):null}function Or(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,r=[],a=[],i=re({},t);i.__v=t.__v+1,_.vnode&&_.vnode(
i),Ht(e.__P,i,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,r,o??ue(t),!!(32&t.__u),a),i.__v=t.__v,i.__.__k[i.__i]=i,Fn(r,
i,a),t.__e=t.__=null,i.__e!=o&&En(i)}}function En(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),En(e)}function kn(e){(!e.__d&&(e.__d=!0)&&ce.push(e)&&
!Qe.__r++||_n!=_.debounceRendering)&&((_n=_.debounceRendering)||$n)(Qe)}function Qe(){try{for(var e,t=1;ce.length;)ce.length>
t&&ce.sort(Tn),e=ce.shift(),t=ce.length,Or(e)}finally{ce.length=Qe.__r=0}}function Nn(e,t,o,r,a,i,s,l,c,d,f){var g,p,h,v,
w,P,T=r&&r.__k||Je,k=t.length;for(c=Ir(o,t,T,c,k),g=0;g<k;g++)(h=o.__k[g])!=null&&(p=h.__i!=-1&&T[h.__i]||Ze,h.__i=g,P=Ht(
e,h,p,a,i,s,l,c,d,f),v=h.__e,h.ref&&p.ref!=h.ref&&(p.ref&&qt(p.ref,null,h),f.push(h.ref,h.__c||v,h)),w==null&&v!=null&&(w=
v),4&h.__u?(c=Rn(h,c,e),p.__e&&(p.__e=null)):typeof h.type=="function"&&P!==void 0?c=P:v&&(c=v.nextSibling),h.__u&=-7);return o.
__e=w,c}function Ir(e,t,o,r,a){var i,s,l,c,d,f=o.length,g=f,p=0;for(e.__k=new Array(a),i=0;i<a;i++)(s=t[i])!=null&&typeof s!=
"boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[i]=
Ye(null,s,null,null,null):tt(s)?s=e.__k[i]=Ye(x,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[i]=
Ye(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[i]=s,c=i+p,s.__=e,s.__b=e.__b+1,l=null,(d=s.__i=Dr(s,o,c,g))!=-1&&
(g--,(l=o[d])&&(l.__u|=2)),l==null||l.__v==null?(d==-1&&(a>f?p--:a<f&&p++),typeof s.type!="function"&&(s.__u|=4)):d!=c&&
(d==c-1?p--:d==c+1?p++:(d>c?p--:p++,s.__u|=4))):e.__k[i]=null;if(g)for(i=0;i<f;i++)(l=o[i])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=ue(l)),In(l,l));return r}function Rn(e,t,o){var r,a;if(typeof e.type=="function"){for(r=e.__k,a=0;r&&a<r.length;a++)
r[a]&&(r[a].__=e,t=Rn(r[a],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=ue(e)),t=o.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Dr(e,t,o,r){var a,i,s,l=e.key,c=e.type,d=t[o],f=d!=null&&(2&d.__u)==0;if(d===null&&l==null||f&&l==d.key&&c==d.type)
return o;if(r>(f?1:0)){for(a=o-1,i=o+1;a>=0||i<t.length;)if((d=t[s=a>=0?a--:i++])!=null&&(2&d.__u)==0&&l==d.key&&c==d.type)
return s}return-1}function Sn(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Fr.test(t)?o:o+
"px"}function Ge(e,t,o,r,a){var i,s;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)o&&t in o||Sn(e.style,t,"");if(o)for(t in o)r&&o[t]==r[t]||Sn(e.style,t,o[t])}else if(t[0]==
"o"&&t[1]=="n")i=t!=(t=t.replace(Pn,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+i]=o,o?r?o[Ae]=r[Ae]:(o[Ae]=Lt,e.addEventListener(t,i?Dt:It,i)):e.removeEventListener(t,i?Dt:It,i);else{
if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&o==1?"":o))}}function Mn(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[Xe]==null)t[Xe]=Lt++;else if(t[Xe]<
o[Ae])return;return o(_.event?_.event(t):t)}}}function Ht(e,t,o,r,a,i,s,l,c,d){var f,g,p,h,v,w,P,T,k,W,y,m,C,be,Ve,Ft,Q=t.
type;if(t.constructor!==void 0)return null;128&o.__u&&(c=!!(32&o.__u),i=[l=t.__e=o.__e]),(f=_.__b)&&f(t);e:if(typeof Q==
"function"){g=s.length;try{if(k=t.props,W=Q.prototype&&Q.prototype.render,y=(f=Q.contextType)&&r[f.__c],m=f?y?y.props.value:
f.__:r,o.__c?T=(p=t.__c=o.__c).__=p.__E:(W?t.__c=p=new Q(k,m):(t.__c=p=new ee(k,m),p.constructor=Q,p.render=Lr),y&&y.sub(
p),p.state||(p.state={}),p.__n=r,h=p.__d=!0,p.__h=[],p._sb=[]),W&&p.__s==null&&(p.__s=p.state),W&&Q.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=re({},p.__s)),re(p.__s,Q.getDerivedStateFromProps(k,p.__s))),v=p.props,w=p.state,p.__v=t,h)
W&&Q.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),W&&p.componentDidMount!=null&&p.
__h.push(p.componentDidMount);else{if(W&&Q.getDerivedStateFromProps==null&&k!==v&&p.componentWillReceiveProps!=null&&p.componentWillReceiveProps(
k,m),t.__v==o.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(k,p.__s,m)===!1){t.__v!=o.__v&&(p.props=
k,p.state=p.__s,p.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(xe){xe&&(xe.__=t)}),Je.push.apply(p.__h,p._sb),p._sb=
[],p.__h.length&&s.push(p),l=ue(o);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(k,p.__s,m),W&&p.componentDidUpdate!=
null&&p.__h.push(function(){p.componentDidUpdate(v,w,P)})}if(p.context=m,p.props=k,p.__P=e,p.__e=!1,C=_.__r,be=0,W)p.state=
p.__s,p.__d=!1,C&&C(t),f=p.render(p.props,p.state,p.context),Je.push.apply(p.__h,p._sb),p._sb=[];else do p.__d=!1,C&&C(t),
f=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++be<25);p.state=p.__s,p.getChildContext!=null&&(r=re(re(
{},r),p.getChildContext())),W&&!h&&p.getSnapshotBeforeUpdate!=null&&(P=p.getSnapshotBeforeUpdate(v,w)),Ve=f!=null&&f.type===
x&&f.key==null?On(f.props.children):f,l=Nn(e,tt(Ve)?Ve:[Ve],t,o,r,a,i,s,l,c,d),p.base=t.__e,t.__u&=-161,p.__h.length&&s.
push(p),T&&(p.__E=p.__=null)}catch(xe){if(s.length=g,t.__v=null,c||i!=null){if(xe.then){for(t.__u|=c?160:128;l&&l.nodeType==
8&&l.nextSibling;)l=l.nextSibling;i!=null&&(i[i.indexOf(l)]=null),t.__e=l}else if(i!=null)for(Ft=i.length;Ft--;)Ut(i[Ft])}else
t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),xe.then||An(t),_.__e(xe,t,o)}}else i==null&&t.__v==o.__v?(t.__k=o.__k,t.__e=o.
__e):l=t.__e=zr(o.__e,t,o,r,a,i,s,c,d);return(f=_.diffed)&&f(t),128&t.__u?void 0:l}function An(e){e&&(e.__c&&(e.__c.__e=
!0),e.__k&&e.__k.some(An))}function Fn(e,t,o){for(var r=0;r<o.length;r++)qt(o[r],o[++r],o[++r]);_.__c&&_.__c(t,e),e.some(
function(a){try{e=a.__h,a.__h=[],e.some(function(i){i.call(a)})}catch(i){_.__e(i,a.__v)}})}function On(e){return typeof e!=
"object"||e==null||e.__b>0?e:tt(e)?e.map(On):e.constructor!==void 0?null:re({},e)}function zr(e,t,o,r,a,i,s,l,c){var d,f,
g,p,h,v,w,P=o.props||Ze,T=t.props,k=t.type;if(k=="svg"?a="http://www.w3.org/2000/svg":k=="math"?a="http://www.w3.org/199\
8/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),i!=null){for(d=0;d<i.length;d++)if((h=i[d])&&"setAttribute"in h==!!k&&
(k?h.localName==k:h.nodeType==3)){e=h,i[d]=null;break}}if(e==null){if(k==null)return document.createTextNode(T);e=document.
createElementNS(a,k,T.is&&T),l&&(_.__m&&_.__m(t,i),l=!1),i=null}if(k==null)P===T||l&&e.data==T||(e.data=T);else{if(i=k==
"textarea"&&T.defaultValue!=null?null:i&&et.call(e.childNodes),!l&&i!=null)for(P={},d=0;d<e.attributes.length;d++)P[(h=e.
attributes[d]).name]=h.value;for(d in P)h=P[d],d=="dangerouslySetInnerHTML"?g=h:d=="children"||d in T||d=="value"&&"defa\
ultValue"in T||d=="checked"&&"defaultChecked"in T||Ge(e,d,null,h,a);for(d in T)h=T[d],d=="children"?p=h:d=="dangerouslyS\
etInnerHTML"?f=h:d=="value"?v=h:d=="checked"?w=h:l&&typeof h!="function"||P[d]===h||Ge(e,d,h,P[d],a);if(f)l||g&&(f.__html==
g.__html||f.__html==e.innerHTML)||(e.innerHTML=f.__html),t.__k=[];else if(g&&(e.innerHTML=""),Nn(t.type=="template"?e.content:
e,tt(p)?p:[p],t,o,r,k=="foreignObject"?"http://www.w3.org/1999/xhtml":a,i,s,i?i[0]:o.__k&&ue(o,0),l,c),i!=null)for(d=i.length;d--;)
Ut(i[d]);l&&k!="textarea"||(d="value",k=="progress"&&v==null?e.removeAttribute("value"):v!=null&&(v!==e[d]||k=="progress"&&
!v||k=="option"&&v!=P[d])&&Ge(e,d,v,P[d],a),d="checked",w!=null&&w!=e[d]&&Ge(e,d,w,P[d],a))}return e}function qt(e,t,o){
try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.current=t}catch(a){
_.__e(a,o)}}function In(e,t,o){var r,a;if(_.unmount&&_.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.__e||qt(r,null,t)),
(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(i){_.__e(i,t)}r.base=r.__P=r.__n=null}if(r=
e.__k)for(a=0;a<r.length;a++)r[a]&&In(r[a],t,o||typeof e.type!="function");o||Ut(e.__e),e.__c=e.__=e.__e=void 0}function Lr(e,t,o){
return this.constructor(e,o)}function Dn(e,t,o){var r,a,i,s;t==document&&(t=document.documentElement),_.__&&_.__(e,t),a=
(r=typeof o=="function")?null:o&&o.__k||t.__k,i=[],s=[],Ht(t,e=(!r&&o||t).__k=Bt(x,null,[e]),a||Ze,Ze,t.namespaceURI,!r&&
o?[o]:a?null:t.firstChild?et.call(t.childNodes):null,i,!r&&o?o:a?a.__e:t.firstChild,r,s),Fn(i,e,s),e.props.children=null}et=Je.slice,_={__e:function(e,t,o,r){for(var a,i,s;t=t.__;)if((a=t.__c)&&!a.__)try{if((i=a.constructor)&&i.getDerivedStateFromError!=
null&&(a.setState(i.getDerivedStateFromError(e)),s=a.__d),a.componentDidCatch!=null&&(a.componentDidCatch(e,r||{}),s=a.__d),
s)return a.__E=a}catch(l){e=l}throw e}},Cn=0,zt=function(e){return e!=null&&e.constructor===void 0},ee.prototype.setState=
function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=re({},this.state),typeof e=="function"&&(e=
e(re({},o),this.props)),e&&re(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),kn(this))},ee.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),kn(this))},ee.prototype.render=x,ce=[],$n=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Tn=function(e,t){return e.__v.__b-t.__v.__b},Qe.__r=0,Ot=Math.random().
toString(8),Xe="__d"+Ot,Ae="__a"+Ot,Pn=/(PointerCapture)$|Capture$/i,Lt=0,It=Mn(!1),Dt=Mn(!0),Ar=0;var Fe,B,Wt,zn,Kt=0,jn=[],F=_,Ln=F.__b,Un=F.__r,Bn=F.diffed,Hn=F.__c,qn=F.unmount,Wn=F.__;function Vt(e,t){F.__h&&F.__h(
B,e,Kt||t),Kt=0;var o=B.__H||(B.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function H(e,t){var o=Vt(Fe++,3);!F.__s&&Gt(o.__H,t)&&(o.__=e,o.u=t,B.__H.__h.push(o))}function ye(e,t){var o=Vt(Fe++,4);
!F.__s&&Gt(o.__H,t)&&(o.__=e,o.u=t,B.__h.push(o))}function I(e){return Kt=5,Y(function(){return{current:e}},[])}function Y(e,t){var o=Vt(Fe++,7);return Gt(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Ur(){for(var e;e=jn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(nt),t.__h.some(jt),t.__h=[]}catch(o){t.__h=
[],F.__e(o,e.__v)}}}F.__b=function(e){B=null,Ln&&Ln(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Wn&&Wn(
e,t)},F.__r=function(e){Un&&Un(e),Fe=0;var t=(B=e.__c).__H;t&&(Wt===B?(t.__h=[],B.__h=[],t.__.some(function(o){o.__N&&(o.
__=o.__N),o.u=o.__N=void 0})):(t.__h.some(nt),t.__h.some(jt),t.__h=[],Fe=0)),Wt=B},F.diffed=function(e){Bn&&Bn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(jn.push(t)!==1&&zn===F.requestAnimationFrame||((zn=F.requestAnimationFrame)||Br)(Ur)),
t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Wt=B=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(
nt),o.__h=o.__h.filter(function(r){return!r.__||jt(r)})}catch(r){t.some(function(a){a.__h&&(a.__h=[])}),t=[],F.__e(r,o.__v)}}),
Hn&&Hn(e,t)},F.unmount=function(e){qn&&qn(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{nt(r)}catch(a){t=a}}),
o.__H=void 0,t&&F.__e(t,o.__v))};var Kn=typeof requestAnimationFrame=="function";function Br(e){var t,o=function(){clearTimeout(
r),Kn&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(o,35);Kn&&(t=requestAnimationFrame(o))}function nt(e){var t=B,
o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),B=t}function jt(e){var t=B;e.__c=e.__(),B=t}function Gt(e,t){return!e||
e.length!==t.length||t.some(function(o,r){return o!==e[r]})}var Hr=Symbol.for("preact-signals");function at(){if(ie>1)ie--;else{var e,t=!1;for((function(){var a=rt;for(rt=void 0;a!==
void 0;){var i=a.S;if(i.v===a.v)for(var s=i.t;s!==void 0;s=s.x)s.i===a.i&&(s.i=i.i);a=a.o}})();Ie!==void 0;){var o=Ie;for(Ie=
void 0,ot++;o!==void 0;){var r=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Gn(o))try{o.c()}catch(a){t||(e=a,t=!0)}o=r}}if(ot=0,ie--,
t)throw e}}function we(e){if(ie>0)return e();Xt=++qr,ie++;try{return e()}finally{at()}}var Oe,E=void 0;function De(e){var t=E,
o=Oe;E=void 0,Oe=void 0;try{return e()}finally{E=t,Oe=o}}var Ie=void 0,ie=0,ot=0,qr=0,Xt=0,rt=void 0,it=0;function Vn(e){
if(E!==void 0){var t=e.n;if(t===void 0||t.t!==E)return t={i:0,S:e,p:E.s,n:void 0,t:E,e:void 0,x:void 0,r:t},E.s!==void 0&&
(E.s.n=t),E.s=t,e.n=t,32&E.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=E.
s,t.n=void 0,E.s.n=t,E.s=t),t}}function O(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}O.prototype.brand=Hr;O.prototype.h=function(){return!0};O.prototype.S=function(e){
var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:De(function(){var r;(r=t.W)==null||r.call(t)}))};
O.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,r=e.x;o!==void 0&&(o.x=r,e.e=void 0),r!==void 0&&(r.e=
o,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&De(function(){var a;(a=t.Z)==null||a.call(t)}))}};O.prototype.subscribe=
function(e){var t=this;return te(function(){var o=t.value;De(function(){return e(o)})},{name:"sub"})};O.prototype.valueOf=
function(){return this.value};O.prototype.toString=function(){return this.value+""};O.prototype.toJSON=function(){return this.
value};O.prototype.peek=function(){var e=this;return De(function(){return e.value})};Object.defineProperty(O.prototype,"\
value",{get:function(){var e=Vn(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(ot>100)throw new Error(
"Cycle detected");(function(o){ie!==0&&ot===0&&o.l!==Xt&&(o.l=Xt,rt={S:o,v:o.v,i:o.i,o:rt})})(this),this.v=e,this.i++,it++,
ie++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{at()}}}});function L(e,t){return new O(e,t)}function Gn(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Xn(e){for(var t=e.s;t!==void 0;t=t.n){
var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Yn(e){for(var t=e.s,o=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=o}function fe(e,t){O.call(this,void 0,t),this.x=e,this.s=void 0,this.g=it-1,this.f=4}fe.prototype=new O;fe.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===it))return!0;if(this.g=it,this.f|=
1,this.i>0&&!Gn(this))return this.f&=-2,!0;var e=E;try{Xn(this),E=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return E=e,Yn(this),this.f&=-2,!0};fe.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}O.prototype.S.call(this,e)};fe.prototype.
U=function(e){if(this.t!==void 0&&(O.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};fe.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
fe.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Vn(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function de(e,t){return new fe(e,t)}function Zn(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){ie++;var o=E;E=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,Yt(e),r}finally{E=o,at()}}}function Yt(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Zn(e)}function Wr(e){if(E!==this)throw new Error("Out-of-o\
rder effect");Yn(this),E=e,this.f&=-2;try{8&this.f&&Yt(this)}finally{at()}}function _e(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Oe&&Oe.push(this)}_e.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};_e.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Zn(this),Xn(this),ie++;var e=E;return E=this,Wr.bind(this,e)};_e.
prototype.N=function(){2&this.f||(this.f|=2,this.u=Ie,Ie=this)};_e.prototype.d=function(){this.f|=8,1&this.f||Yt(this)};
_e.prototype.dispose=function(){this.d()};function te(e,t){var o=new _e(e,t);try{o.c()}catch(a){throw o.d(),a}var r=o.d.
bind(o);return r[Symbol.dispose]=r,r}var Zt,ke,st,Kr=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Jn=[],Qn=[];te(function(){Zt=this.N})();function Se(e,t){
_[e]=t.bind(null,_[e]||function(){})}function ze(e){if(st){var t=st;st=void 0,t()}st=e&&e.S()}function eo(e){var t=this,
o=e.data,r=S(o);r.name="ReactiveDom",r.value=o;var a=Y(function(){for(var l=t,c=t.__v;c=c.__;)if(c.__c){c.__c.__$f|=4;break}
var d=de(function(){var h=r.value.value;return h===0?0:h===!0?"":h||""}),f=de(function(){return!Array.isArray(d.value)&&
!zt(d.value)}),g=te(function(){if(this.N=to,f.value){var h=d.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=h)}}),p=t.__$u.d;return t.__$u.d=function(){g(),p.call(this)},[f,d]},[]),i=a[0],s=a[1];return i.value?s.peek():s.value}
eo.displayName="ReactiveTextNode";Object.defineProperties(O.prototype,{constructor:{configurable:!0,value:Bt(x,null).constructor},
type:{configurable:!0,value:eo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Se("__b",function(e,t){if(ze(),ke=void 0,typeof t.type=="string"){var o,r=t.props;for(var a in r)
if(a!=="children"){var i=r[a];i instanceof O&&(o||(t.__np=o={}),o[a]=i,r[a]=i.peek())}}e(t)});Se("__r",function(e,t){if(e(
t),t.type!==x){ze();var o,r=t.__c;r&&(r.__$f&=-2,(o=r.__$u)===void 0&&(r.__$u=o=(function(a,i){var s;return te(function(){
s=this},{name:i}),s.c=a,s})((function(a){return function(){var i;Kr&&((i=this.y)==null||i.call(this)),a.__$f|=1,a.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),ke=r,ze(o)}});Se("__e",function(e,t,o,r){ze(),
ke=void 0,e(t,o,r)});Se("diffed",function(e,t){ze(),ke=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var r=t.__np,
a=t.props,i=o.U;if(i)for(var s in i){var l=i[s];l===void 0||r&&s in r||(l.d(),i[s]=void 0)}if(r){i||(i={},o.U=i);for(var c in r){
var d=i[c],f=r[c];d===void 0?(d=jr(o,c,f,a),i[c]=d):d.o(f,a)}}}e(t)});function jr(e,t,o,r){var a=t in e&&e.ownerSVGElement===
void 0,i=L(o);return{o:function(s,l){i.value=s,r=l},d:te(function(){this.N=to;var s=i.value.value;r[t]!==s&&(r[t]=s,a?e[t]=
s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}Se("unmount",function(e,t){if(typeof t.type==
"string"){var o=t.__e;if(o){var r=o.U;if(r){o.U=void 0;for(var a in r){var i=r[a];i&&i.d()}}}var s=t.__np;if(s){var l=t.
props;for(var c in s)l[c]=s[c]}t.__np=void 0}else{var d=t.__c;if(d){d.__$f|=8;var f=d.__$u;f&&(d.__$u=void 0,f.d())}}e(t)});
Se("__h",function(e,t,o,r){r<3&&(t.__$f|=2),e(t,o,r)});ee.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var o=this.__$u,r=o&&o.s!==void 0;for(var a in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.
__$f;if(!(r||i||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!==
"__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function S(e,t){return Y(
function(){return L(e,t)},[])}function me(e,t){var o=I(e);return o.current=e,ke.__$f|=4,Y(function(){return de(function(){
return o.current()},t)},[])}var Vr=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
o),cancelAnimationFrame(r),e()},o=setTimeout(t,35),r=requestAnimationFrame(t)},Gr=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function Xr(){we(function(){for(var e;e=Jn.shift();)Zt.call(e)})}function Yr(){Jn.push(this)===1&&(_.
requestAnimationFrame||Vr)(Xr)}function Zr(){we(function(){for(var e;e=Qn.shift();)Zt.call(e)})}function to(){Qn.push(this)===
1&&(_.requestAnimationFrame||Gr)(Zr)}function no(e,t){var o=I(e);o.current=e;var r=ke;H(function(){return te(function(){
if(this.N=Yr,!(r&&8&r.__$f))return o.current()},t)},[])}var lt=L(Date.now());function oo(){window.setInterval(()=>{document.hidden||(lt.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{lt.value=Date.now()})}var Jt=L({path:window.location.pathname,search:window.location.search}),he=de(()=>Jr(Jt.value.path)),ct=de(()=>Jt.value.
search),Le=L(0);function Jr(e){let[,t="",o="",r="",...a]=e.replace(/\/+$/,"").split("/");return a.length>0?{page:"unknow\
n"}:t===""&&o===""?{page:"overview"}:t==="addresses"&&o===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:o===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:ro(o),name:ro(r)}}function G(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function ne(e,t="push"){t==="push"?window.history.pushState(null,"",e):window.history.replaceState(
null,"",e),ao(),t==="push"&&Le.value++}function io(){window.addEventListener("popstate",()=>{ao(),Le.value++}),document.
addEventListener("click",Qr)}function ao(){Jt.value={path:window.location.pathname,search:window.location.search}}function Qr(e){
if(e.defaultPrevented||e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof Element?
e.target.closest("a"):null;if(t===null||!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;let o=new URL(
t.href,window.location.href),r=o.pathname===window.location.pathname&&o.hash!=="";o.origin!==window.location.origin||r||
(e.preventDefault(),ne(o.pathname+o.search))}function ro(e){try{return decodeURIComponent(e)}catch{return e}}var en="meshwork-token";function tn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(ei(e[1]),ne(window.location.pathname+window.location.search,"replace"),!0)}var Qt="";function ei(e){Qt=e;try{localStorage.
setItem(en,e)}catch{}}function dt(){try{return localStorage.getItem(en)??Qt}catch{return Qt}}function so(e){window.addEventListener(
"storage",t=>{t.key===en&&e()}),window.addEventListener("hashchange",()=>{tn()&&e()})}function pt(e,t){let o={headers:{Authorization:`\
Bearer ${dt()}`},cache:"no-store"};return t!==void 0&&(o.signal=t),fetch(e,o)}var lo=500,ti=5e3,ni=4e3,ut=class{constructor(t,o){this.onMessage=t;this.topics=o}onMessage;topics;phase=L("connecting");reconnected=L(
!1);socket;pause=lo;retry;wasOpen=!1;open(){if(window.clearTimeout(this.retry),this.leave(),dt()===""){this.phase.value=
"refused";return}let t=new URL("/api/watch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let o;try{
o=new WebSocket(t,["meshwork.dev",dt()])}catch{this.phase.value="refused";return}this.socket=o,o.onopen=()=>this.opened(
o),o.onmessage=r=>this.received(r.data),o.onclose=()=>{this.socket===o&&this.closed()}}send(t){this.socket?.readyState===
WebSocket.OPEN&&this.socket.send(JSON.stringify(t))}opened(t){this.pause=lo;for(let o of this.topics())t.send(JSON.stringify(
{subscribe:o}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.value=!1},ni)),this.wasOpen=
!0,this.phase.value="open"}received(t){if(typeof t!="string")return;let o;try{o=JSON.parse(t)}catch{return}typeof o?.topic==
"string"&&this.onMessage(o)}leave(){let t=this.socket;this.socket=void 0,t?.close()}async closed(){this.socket=void 0;let t=await oi();
this.socket===void 0&&(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.
pause=Math.min(ti,this.pause*1.6)))}};async function oi(){try{return(await pt("/api/session")).status===401?"refused":"i\
nterrupted"}catch{return"ended"}}var co={namespace:"",name:"",mesh:"",type:"",headless:!1,state:"Unknown",summary:"",meshServices:0,online:0,offline:0,delegated:"",
findings:[],addresses:[],problem:!1},ri={context:"",server:"",scope:"",version:"",pluginVersion:""},ii={connected:!0,message:"",
since:""},ai={healthy:!1,document:{blocks:[]}},si={namespace:"",leader:"",renewed:"",leads:"Unknown",message:"",deployments:[]},
li={services:0,inMesh:0,online:0,offline:0,missing:0,conflicts:0,foreign:0,delegated:0,effective:0,withProblem:0,compared:!1},
ci={name:"",mtls:"",meshServices:0,conditions:[]},di={time:"",namespace:"",service:"",text:"",tone:"neutral"},pi={namespace:"",
name:"",type:"",clusterIPs:[],ports:[],mesh:"",inMesh:!1,healthy:!1,headless:!1,created:"",addresses:[]},ui={command:"",
why:""},fi={name:"",pod:"",state:"Unknown",availability:"",online:0,offline:0,holder:"",addresses:[]},mi={name:"",manager:"",
ours:!1,addressType:"",endpoints:0,ready:0,warnings:[]},hi={name:"",pod:!1,addresses:[],node:"",zone:"",state:"NotReady",
slices:[],managers:[],phase:"",warnings:[]},gi={manager:"",fromPods:!1,phase:"",keptAway:!1,desired:0,ours:0,others:0,effective:!1,
message:""},vi={time:"",text:"",tone:"neutral"},bi={time:"",type:"Normal",reason:"",message:"",count:1,from:""},xi={mesh:"",
cidr:"",family:"IPv4",size:"0",used:0,keptBack:0,available:"0",excluded:[],message:""},yi={ip:"",mesh:"",range:"",state:"\
Used",namespace:"",service:"",offset:"0"},wi={servers:[],clients:[]},_i={info:ri,connection:ii,status:ai,manager:si,counts:li,
mesh:ci,problem:co,change:di,service:pi,missing:{message:""},document:{blocks:[]},remedy:ui,meshService:fi,slice:mi,endpoint:hi,
delegation:gi,handover:vi,event:bi,xds:wi,object:{},range:xi,address:yi};function po(e,t,o){if(typeof o!="object"||o===null||
Array.isArray(o))return o;let r=e==="services"?co:_i[t.split("/",1)[0]??""];if(r===void 0)return o;let a={...r};for(let[
i,s]of Object.entries(o))s!==null&&(a[i]=s);return a}var ki=2e3,ft=class{constructor(t,o,r,a=()=>performance.now()){this.send=t;this.schedule=o;this.linger=r;this.now=a}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let o=this.topics.has(t),r=this.topic(t);r.subscribers++,o||this.send({subscribe:t});let a=!1,i=()=>{a||(a=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)))};return{state:r.state,end:i}}drop(t,o){o.subscribers>0||this.topics.get(t)!==o||(this.topics.
delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(t),this.waiting.
length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let o=new Set;for(let r of t){let a=this.
topics.get(r.topic);a!==void 0&&(this.change(a,r),o.add(a))}we(()=>{for(let r of o)r.state.value={loaded:!0,entries:r.entries,
changed:r.changed}})}change(t,o){let r=this.now();o.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[a,i]of t.changed)
r-i>ki&&t.changed.delete(a);for(let a of o.remove??[])t.entries.delete(a),t.changed.delete(a);for(let[a,i]of Object.entries(
o.set??{}))t.entries.set(a,po(o.topic,a,i)),o.reset!==!0&&t.changed.set(a,r)}topic(t){let o=this.topics.get(t);if(o===void 0){
let r=new Map,a=new Map;o={entries:r,changed:a,state:L({loaded:!1,entries:r,changed:a}),subscribers:0},this.topics.set(t,
o)}return o}};function R(e,t){return e.entries.get(t)}function D(e,t){return ae(e,t).map(([,o])=>o)}function ae(e,t){let o=`${t}\
/`,r=[];for(let[a,i]of e.entries)a.startsWith(o)&&r.push([a.slice(o.length),i]);return r}var Si=250,Mi=2e4;function Ci(e){document.hidden?window.setTimeout(e,Si):window.requestAnimationFrame(e)}var nn=new ft(e=>Z.
send(e),Ci,e=>{window.setTimeout(e,Mi)}),Z=new ut(e=>nn.receive(e),()=>nn.names()),uo={loaded:!1,entries:new Map,changed:new Map};
function oe(e){let t=S(void 0),o=S(uo);return H(()=>{let r=nn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.
end()}},[e]),no(()=>{o.value=t.value?.value??uo}),o}var fo="meshwork-theme",mt=["system","light","dark"],se=L($i());function mo(){se.value=mt[(mt.indexOf(se.value)+1)%mt.length]??
"system"}function ho(){te(()=>{document.documentElement.dataset.theme=se.value;try{localStorage.setItem(fo,se.value)}catch{}})}
function $i(){try{let e=localStorage.getItem(fo);return mt.find(t=>t===e)??"system"}catch{return"system"}}var Ti=0;function n(e,t,o,r,a,i){t||(t={});var s,l,c=t;if("ref"in c)for(l in c={},t)l=="ref"?s=t[l]:c[l]=t[l];var d={type:e,props:c,
key:o,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Ti,__i:-1,__u:0,__source:a,__self:i};if(typeof e==
"function"&&(s=e.defaultProps))for(l in s)c[l]===void 0&&(c[l]=s[l]);return _.vnode&&_.vnode(d),d}function K({title:e,children:t,aside:o,id:r,kind:a=""}){let i=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return n(
"section",{class:`panel ${a}`,"aria-labelledby":i,id:r,children:[n("header",{class:"panel-head",children:[n("h2",{id:i,children:e}),
o]}),t]})}function N({title:e,children:t}){return n("div",{class:"nothing",children:[n("p",{class:"nothing-title",children:e}),
t!==void 0&&n("p",{children:t})]})}function q({lines:e=4,label:t}){return n("div",{class:"skeleton",role:"status",children:[
n("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(o,r)=>n("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Pi=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function M(e,t="nothing"){return e.replace(Pi,o=>t==="lines"&&(o===`
`||o==="	")?o:o===`
`?" \u23CE ":`\u27E8U+${(o.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function go(e,t){let o=Date.
parse(e);if(Number.isNaN(o))return"";let r=Ei(Math.abs(t-o));return o>t+1e3?`in ${r}`:`${r} ago`}function Ei(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let o=Math.floor(t/60);if(o<120)return`${o}m`;let r=Math.floor(o/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function ht(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function b(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Ni(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Ni(e){
let t=e.toString(2),o=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(o)?"":"\u2248 "}${Ri(o)}`}function Ri(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function U(e,t,o=`${t}\
s`){return`${b(e)} ${e===1?t:o}`}function on(e,t){if(e.length<=t)return e;let o=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-o)}\u2026${e.slice(e.length-o)}`}var Ai={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function $({
shape:e,color:t,label:o}){let r=o===void 0?{"aria-hidden":!0}:{role:"img","aria-label":o};return n("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:n("path",{d:Ai[e]})})}var vo={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function j({
mark:e}){let t=vo[e??"Neutral"]??vo.Neutral;return n($,{...t})}function gt({tone:e}){return n(j,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var rn={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"bad",
word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Conflict"},
NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},NotInMesh:{
shape:"dash",color:"neutral",word:"Not in mesh"}};function bo(e){return rn[e]?.word??e}function vt({state:e}){let t=rn[e]??
rn.Unknown;return n("span",{class:`state ${t.color}`,children:[n($,{shape:t.shape,color:t.color}),n("span",{children:t.word})]})}function u({value:e}){return n("bdi",{children:M(e)})}function le({value:e}){let t=M(e);return n("bdi",{class:"name",title:t,
children:t})}function X({time:e}){return e===""?null:n("time",{dateTime:e,title:M(e),children:go(e,lt.value)})}function bt(e){return e.includes(":")?Oi(e):Fi(e)}function Fi(e){let t=e.split(".");if(!(t.length!==4||t.some(o=>!/^\d{1,3}$/.
test(o)||Number(o)>255)))return t.reduce((o,r)=>o<<8n|BigInt(r),0n)}function Oi(e){let t=e.split("::");if(t.length>2)return;
let o=t.map(l=>l===""?[]:l.split(":")),[r=[],a=[]]=o,i=t.length===2?8-r.length-a.length:0,s=[...r,...Array.from({length:Math.
max(0,i)},()=>"0"),...a];if(!(s.length!==8||s.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return s.reduce((l,c)=>l<<16n|BigInt(
`0x${c}`),0n)}function xo(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(i=>e>>i&255n).join(".");let o=Array.from({length:8},
(i,s)=>(e>>BigInt(112-16*s)&0xffffn).toString(16)),{start:r,length:a}=Ii(o);return a<2?o.join(":"):`${o.slice(0,r).join(
":")}::${o.slice(r+a).join(":")}`}function Ii(e){let t={start:0,length:0},o=0;return e.forEach((r,a)=>{r!=="0"?o=a+1:a-o+
1>t.length&&(t={start:o,length:a-o+1})}),t}function an(e){let[t="",o]=e.split("/"),r=bt(t),a=t.includes(":")?128:32,i=o===
void 0?a:Number(o);if(r===void 0||!Number.isInteger(i)||i<0||i>a)return;let s=1n<<BigInt(a-i);return{first:r-r%s,size:s}}var sn=200,yo={Used:{word:"Used",color:"neutral",shape:"dot"},KeptBack:{word:"Kept back",color:"caution",shape:"clock"},
Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};function wo({
addresses:e}){let t=S(sn),o=new URLSearchParams(ct.value).get("q")??"",r=e.filter(i=>zi(i).includes(o.trim().toLowerCase())).
sort(Li),a=i=>ne(i===""?"/addresses":`/addresses?q=${encodeURIComponent(i)}`,"replace");return n(K,{title:"All addresses",
aside:n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search addresses"}),n("input",{type:"search",
placeholder:"Search address or Service",value:o,spellcheck:!1,autocomplete:"off",onInput:i=>a(i.currentTarget.value)})]}),
children:[n("p",{class:"quiet",children:[b(r.length)," of ",b(e.length)," addresses"]}),n("div",{class:"table-box",tabIndex:0,
role:"region","aria-label":"Addresses",children:n("table",{class:"address-table",children:[n("thead",{children:n("tr",{children:[
"Address","State","Service","Mesh","Range"].map(i=>n("th",{scope:"col",children:i},i))})}),n("tbody",{children:r.slice(0,
t.value).map(i=>n(Di,{address:i},`${i.mesh} ${i.ip}`))})]})}),r.length>t.value&&n("button",{type:"button",class:"button",
onClick:()=>{t.value+=sn},children:["Show ",b(Math.min(sn,r.length-t.value))," more"]})]})}function Di({address:e}){let t=yo[e.
state]??yo.Reserved;return n("tr",{children:[n("td",{class:"ip",children:n(u,{value:e.ip})}),n("td",{children:n("span",{
class:`state ${t.color}`,children:[n($,{shape:t.shape,color:t.color}),t.word]})}),n("td",{children:e.service!==""&&n("a",
{href:G(e.namespace,e.service),children:n(u,{value:`${e.namespace}/${e.service}`})})}),n("td",{children:n(u,{value:e.mesh})}),
n("td",{children:n(u,{value:e.range})})]})}function zi(e){return`${e.ip} ${e.namespace}/${e.service} ${e.mesh} ${e.state}`.
toLowerCase()}function Li(e,t){let[o,r]=[bt(e.ip)??0n,bt(t.ip)??0n];return o<r?-1:o>r?1:0}var ln=1024n,Ui=1n<<20n,Bi=256n;function _o(e,t){let o=an(e.cidr);if(o===void 0)return;let r=t.map(g=>({address:g,offset:Hi(
g)})).filter(({offset:g})=>g>=0n&&g<o.size),a=qi(o.size,r.map(({offset:g})=>g)),i=a.size<=ln?1n:(a.size+ln-1n)/ln,s=new Map;
for(let{address:g,offset:p}of r){let h=Number((p-a.first)/i),v=s.get(h);v===void 0?s.set(h,[g]):v.push(g)}let l=e.excluded.
map(an).filter(g=>g!==void 0),c=g=>xo(o.first+g,e.family),d=Number((a.size+i-1n)/i);return{cells:Array.from({length:d},(g,p)=>{
let h=a.first+BigInt(p)*i,v=cn(h+i,a.first+a.size)-1n,w=s.get(p)??[],P=Wi(o.first+h,o.first+v,l);return{first:c(h),last:c(
v),kind:Ki(w,P),addresses:w,density:ji(w.length,i)}}),perCell:i,first:c(a.first),last:c(a.first+a.size-1n),whole:a.size===
o.size}}function Hi(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}function qi(e,t){if(e<=Ui)return{first:0n,size:e};
let o=t.reduce((i,s)=>cn(i,s),t[0]??0n),r=t.reduce((i,s)=>s>i?s:i,0n),a=Bi;for(;a<e&&o/a!==r/a;)a*=2n;return{first:o/a*a,
size:cn(a,e)}}function Wi(e,t,o){return o.some(r=>e>=r.first&&t<r.first+r.size)}function Ki(e,t){return e.some(o=>o.state===
"Used")?"used":e.some(o=>o.state==="KeptBack")?"keptBack":t||e.length>0?"reserved":"free"}function ji(e,t){if(e===0)return 0;
if(t===1n)return 4;let o=e/Number(t);return o>.75?4:o>.5?3:o>.25?2:1}function cn(e,t){return e<t?e:t}function ko(e,t,o,r){let a={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return o-
1;let i=a[e];if(i===void 0)return;let s=t+i;return s>=0&&s<o?s:Math.max(0,t)}function So({range:e,addresses:t,index:o}){let r=_o(e,t);return n("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[n("header",{class:"range-head",children:[n("h2",{children:n(u,{value:e.cidr})}),n("sp\
an",{class:"tag",children:["Mesh ",n(u,{value:e.mesh})]}),n("p",{class:"range-numbers",children:[n("strong",{children:b(
e.used)})," used, ",n("strong",{children:b(e.keptBack)})," kept back,"," ",n("strong",{children:b(e.available)})," avail\
able of ",b(e.size)]})]}),e.message!==""&&n("p",{class:"range-message",children:[n($,{shape:"warning",color:"caution"}),
n("span",{children:n(u,{value:e.message})})]}),r!==void 0&&n(Vi,{map:r,range:e,index:o})]})}function Vi({map:e,range:t,index:o}){
let r=I(null),a=S(0),i=S(-1),s=S(-1),l=me(()=>s.value>=0?s.value:i.value);ye(()=>{if(r.current===null)return;let v=r.current,
w=new ResizeObserver(()=>{a.value=v.clientWidth});return w.observe(v),a.value=v.clientWidth,()=>w.disconnect()},[]);let c=Gi(
e.cells.length,a.value),d=Math.min(20,Math.floor(a.value/c*10)/10),f=Math.ceil(e.cells.length/c),g=v=>`range-${o}-cell-${v}`,
p=v=>{let w=ko(v.key,i.value,e.cells.length,c);w!==void 0&&(v.preventDefault(),i.value=w)},h=v=>{let w=v.target instanceof
Element?v.target.closest("[data-cell]"):null;return Number(w?.getAttribute("data-cell")??-1)};return n("div",{class:"map",
ref:r,children:[n("svg",{class:"map-cells",width:c*d,height:f*d,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first}\
 to ${e.last}`,"aria-activedescendant":i.value>=0?g(i.value):void 0,onKeyDown:p,onPointerOver:v=>{s.value=h(v)},onPointerLeave:()=>{
s.value=-1},onClick:v=>{i.value=h(v)},onFocus:()=>{i.value<0&&(i.value=0)},children:[n(Yi,{index:o}),a.value>0&&e.cells.
map((v,w)=>n("rect",{id:g(w),"data-cell":w,role:"option","aria-selected":w===i.value,"aria-label":Zi(v,e.perCell),class:`\
map-cell ${v.kind} density-${v.density}`,x:w%c*d+1,y:Math.floor(w/c)*d+1,width:d-2,height:d-2,rx:"2",fill:Xi(v,o)},w)),l.
value>=0&&n("rect",{class:"map-cursor",x:l.value%c*d,y:Math.floor(l.value/c)*d,width:d,height:d,rx:"3"})]}),n("p",{class:"\
map-scale quiet",children:[e.first," to ",e.last,e.perCell>1n?`, ${b(e.perCell.toString())} addresses in a cell`:", one \
address in a cell",!e.whole&&"; only the part of the range that is in use"]}),n(Ji,{cell:e.cells[l.value],perCell:e.perCell,
name:t.cidr})]})}function Gi(e,t){let o=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=o&&t/r>=10)??16}function Xi(e,t){
return e.kind==="keptBack"?`url(#kept-back-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function Yi({index:e}){
return n("defs",{children:[n("pattern",{id:`kept-back-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"\
rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),n("rect",{class:"pattern-caution",width:"2\
.5",height:"5"})]}),n("pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[n("rect",
{class:"pattern-ground",width:"4",height:"4"}),n("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var pn={free:"\
free",used:"used",keptBack:"kept back",reserved:"reserved"};function Zi(e,t){let o=e.first===e.last?e.first:`${e.first} \
to ${e.last}`;if(t>1n)return`${o}: ${e.addresses.length===0?pn[e.kind]:`${U(e.addresses.length,"address","addresses")} t\
aken`}`;let r=e.addresses[0]?.service??"",a=r===""?"":` by ${M(e.addresses[0]?.namespace??"")}/${M(r)}`;return`${o}: ${pn[e.
kind]}${a}`}var dn=6;function Ji({cell:e,perCell:t,name:o}){return e===void 0?n("p",{class:"readout quiet",children:["Po\
int at a cell of ",o,", or use the arrow keys, to see who has its addresses."]}):n("p",{class:"readout",children:[n("str\
ong",{children:e.first===e.last?e.first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?pn[e.kind]:`${b(
e.addresses.length)} of ${b(t.toString())} taken`,e.addresses.slice(0,dn).map(r=>n("span",{class:"value",children:[t>1n&&
n(x,{children:[r.ip," "]}),r.service!==""&&n("a",{href:G(r.namespace,r.service),children:n(u,{value:`${r.namespace}/${r.
service}`})})]},r.ip)),e.addresses.length>dn&&n("span",{class:"value quiet",children:["and ",e.addresses.length-dn," mor\
e"]})]})}function Mo(){let e=oe("addresses").value,t=D(e,"range").sort((r,a)=>`${r.mesh} ${r.family} ${r.cidr}`<`${a.mesh} ${a.family}\
 ${a.cidr}`?-1:1),o=D(e,"address");return n("div",{class:"page addresses",children:[n("div",{class:"page-head",children:[
n("h1",{children:"Addresses"}),t.length>0&&n(Qi,{})]}),!e.loaded&&n(q,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&n(N,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",n("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,a)=>n(So,{range:r,index:a,addresses:o.filter(i=>i.range===
r.cidr&&i.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),o.length>0&&n(wo,{addresses:o})]})}function Qi(){return n("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","kept-back","reserved"].map(e=>n("li",{children:[n("svg",
{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[n("defs",{children:n("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?n("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),n("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var ea=2e3;function Me({text:e,label:t="Copy"}){let o=S(""),r=async()=>{try{await navigator.clipboard.writeText(e),o.value=
"Copied"}catch{o.value="Not copied"}window.setTimeout(()=>{o.value=""},ea)};return n("button",{type:"button",class:"butt\
on small",onClick:()=>{r()},children:n("span",{"aria-live":"polite",children:o.value||t})})}function xt({document:e,without:t}){return n("div",{class:"document",children:e.blocks?.map((o,r)=>o.kind===t?null:n(ta,
{block:o},r))})}function ta({block:e}){let t=e.text??"";switch(e.kind){case"headline":return n("p",{class:"headline",children:[
n(j,{mark:e.mark}),n("span",{children:n(u,{value:t})})]});case"heading":return n("h3",{children:n(u,{value:t})});case"it\
em":return n("div",{class:"item",children:[n(j,{mark:e.mark}),n("span",{class:"item-label",children:n(u,{value:e.label??
""})}),n("span",{class:"item-text",children:n(u,{value:t})})]});case"table":return n(na,{rows:e.rows??[]});case"command":
return n(Ue,{text:t});case"remark":return n("p",{class:"remark",children:n(u,{value:t})});case"paragraph":return n("p",{
children:n(u,{value:t})});default:return null}}function Ue({text:e}){return n("div",{class:"command",children:[n("code",
{children:n(u,{value:e})}),n(Me,{text:e})]})}function na({rows:e}){let[t,...o]=e;return t===void 0?null:n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":`Table: ${t[0]??""}`,children:n("table",{children:[n("thead",{children:n(
"tr",{children:t.map((r,a)=>n("th",{scope:"col",children:n(u,{value:r})},a))})}),n("tbody",{children:o.map((r,a)=>n("tr",
{children:r.map((i,s)=>n("td",{children:n(u,{value:i})},s))},a))})]})})}var oa=60;function Co({state:e}){let t=ae(e,"change").sort(([o],[r])=>Number(r)-Number(o)).slice(0,oa);return n(K,{title:"\
Changes",kind:"changes",children:[!e.loaded&&n(q,{label:"changes"}),e.loaded&&t.length===0&&n(N,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),n("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([o,r])=>n(ra,{change:r},o))})]})}function ra({change:e}){return n("l\
i",{children:[n(gt,{tone:e.tone}),n("time",{dateTime:e.time,children:ht(e.time)}),n("span",{children:[e.service!==""&&n(
"a",{href:G(e.namespace,e.service),children:n(u,{value:`${e.namespace}/${e.service}`})})," ",n(u,{value:e.text})]})]})}var ia={Yes:"Good",No:"Bad",Unknown:"Unclear"};function $o({manager:e}){return n(K,{title:"Manager",aside:n("span",{class:"\
quiet",children:["Namespace ",n(u,{value:e.namespace})]}),children:[n("div",{class:"item",children:[n(j,{mark:ia[e.leads]}),
n("span",{class:"item-label",children:"Leader"}),n("span",{class:"item-text",children:[e.leader!==""&&n("strong",{class:"\
leader",children:n(u,{value:e.leader})})," ",n(u,{value:e.message})]})]}),e.deployments.map(t=>n("div",{class:"item",children:[
n(j,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),n("span",{class:"item-label",children:"Deployment"}),n("span",{
class:"item-text",children:[n(u,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",(t.images??[]).map(o=>n("code",
{class:"image",children:n(u,{value:o})},o))]})]},t.name))]})}function Ce({shares:e,label:t}){let o=e.reduce((i,s)=>i+s.value,0),r=0,a=e.map(i=>`${b(i.value)} ${i.word}`).join(", ");
return n("svg",{class:"bar",role:"img","aria-label":`${t}: ${a}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
n("rect",{class:"track",width:"100",height:"6"}),o>0&&e.map(i=>{let s=i.value===0?0:Math.max(2,i.value/o*100),l=n("rect",
{class:`fill-${i.color}`,x:r,width:Math.min(s,100-r),height:"6"},i.word);return r+=s,l})]})}function Po({mesh:e}){let t=e.conditions.filter(o=>!o.true);return n("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[n("header",{children:[n("h3",{children:n("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:n(
le,{value:e.name})})}),n("span",{class:"quiet",children:U(e.meshServices,"MeshService")}),e.mtls!==""&&n("span",{class:"\
tag",children:["mTLS ",n(u,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&n("span",{class:"state good",children:[
n($,{shape:"check",color:"good"}),"Ready"]})]}),t.map(o=>n("div",{class:"item",children:[n(j,{mark:"Bad"}),n("span",{class:"\
item-label",children:n(u,{value:o.type})}),n("span",{class:"item-text",children:[n(u,{value:o.message??""})," ",n("span",
{class:"tag",children:n(u,{value:o.reason})})]})]},o.type)),n("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&n(To,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&n(To,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&n(aa,{certificates:e.
certificates})]})]})}function To({family:e,usage:t}){let o=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return n(x,{children:[n("dt",{children:[e," addresses"]}),
n("dd",{class:"usage",children:[n(Ce,{label:`${e} addresses`,shares:o}),n("a",{href:"/addresses",children:[b(t.used)," u\
sed, ",b(t.available)," available"]}),r&&n("span",{class:"state bad",children:[n($,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function aa({certificates:e}){return n(x,{children:[n("dt",{children:"Certificates"}),n("dd",{children:[U(
e.pods,"Pod"),e.signingBackend!==void 0&&n(x,{children:[" from CA backend ",n("strong",{children:n(u,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&n(x,{children:["; the first expires ",n(X,{time:e.firstExpiry})]}),(e.expired??0)>0&&n("span",{class:"\
state bad",children:[n($,{shape:"warning",color:"bad"}),b(e.expired??0)," expired"]}),e.rotation!==void 0&&e.rotation!==
""&&n("p",{class:"rotation",children:[n("span",{class:"tag",children:n(u,{value:e.rotation})})," ",n(u,{value:e.rotationMessage??
""})]})]})]})}function Eo({state:e,total:t}){let o=D(e,"problem").sort((i,s)=>`${i.namespace}/${i.name}`<`${s.namespace}/${s.name}`?-1:
1),r=Math.max(t,o.length),a=r>o.length&&n("a",{href:"/services?problem=true",children:["All ",b(r)]});return n(K,{title:"\
Problems",aside:n("span",{class:"quiet",children:a||o.length>0&&b(o.length)}),children:[o.length===0&&n(N,{title:"Every \
Service is as it should be"}),n("ul",{class:"problems",children:o.map(i=>n("li",{children:n("a",{href:G(i.namespace,i.name),
children:[n(vt,{state:i.state}),n("span",{class:"problem-name",children:n(u,{value:`${i.namespace}/${i.name}`})}),n("spa\
n",{class:"problem-text",children:n(u,{value:i.summary})})]})},`${i.namespace}/${i.name}`))})]})}function Ro({counts:e}){return n("ul",{class:"tiles","aria-label":"Counts",children:sa(e).map(t=>n("li",{children:n("a",
{class:`tile ${t.color??""}`,href:t.href,children:[n("span",{class:"tile-label",children:t.label}),n("span",{class:"tile\
-value",children:[t.color!==void 0&&n($,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),n("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function sa(e){let t=o=>e.compared?b(o):"unknown";return[{label:"\
Services",value:b(e.services),note:`${b(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:b(e.withProblem),
note:"Services",href:"/services?problem=true",...un(e.withProblem)},{label:"Online",value:b(e.online),note:"MeshServices",
href:"/services?state=Online"},{label:"Offline",value:b(e.offline),note:"MeshServices",href:"/services?state=Offline"},{
label:"Missing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...No(e.missing,e.compared)},{label:"\
In conflict",value:t(e.conflicts),note:la(e),href:"/services?state=Conflict",...No(e.conflicts,e.compared)},{label:"Dele\
gated",value:b(e.delegated),note:`${b(e.effective)} effective`,href:"/services?delegated=any",...un(e.delegated-e.effective)}]}
function la(e){return e.foreign===0?"MeshServices":`MeshServices; ${b(e.foreign)} not of Meshwork`}function un(e){return e>
0?{color:"bad"}:{}}function No(e,t){return t?un(e):{color:"caution"}}function Ao(){let e=oe("overview").value,t=R(e,"status"),o=R(e,"counts"),r=R(e,"manager"),a=D(e,"mesh").sort((i,s)=>i.name<
s.name?-1:1);return n("div",{class:"page overview",children:[n("div",{class:"overview-head",children:[n("h1",{class:"uns\
een",children:"Overview"}),t!==void 0?n(ca,{status:t}):n(q,{label:"the overview",lines:2})]}),o!==void 0&&n(Ro,{counts:o}),
n("div",{class:"columns",children:[n("div",{class:"column",children:[e.loaded&&n(Eo,{state:e,total:o?.withProblem??0}),n(
K,{title:"Meshes",children:[a.map(i=>n(Po,{mesh:i},i.name)),e.loaded&&a.length===0&&n(N,{title:"No Mesh found",children:"\
A Service needs a Mesh to be in one."}),!e.loaded&&n(q,{label:"Meshes",lines:5})]})]}),n("div",{class:"column",children:[
r!==void 0&&n($o,{manager:r}),n(Co,{state:e})]})]}),t!==void 0&&n("details",{class:"panel as-text",children:[n("summary",
{children:"As text"}),n(xt,{document:t.document})]})]})}function ca({status:e}){let t=e.document.blocks.find(a=>a.kind===
"headline"),o=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Problems found.");return n("\
p",{class:`health ${o.toLowerCase()}`,"data-testid":"health",children:[n(j,{mark:o}),n("span",{children:n(u,{value:r})})]})}var da={title:"600 12px",plain:"400 12px",small:"400 11.5px"},pa=5e3,yt=new Map,wt;function ge(e,t){let o=`${t} ${e}`,r=yt.
get(o);if(r===void 0){if(wt??=document.createElement("canvas").getContext("2d"),wt===null)return e.length*7;wt.font=`${da[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=wt.measureText(e).width,yt.size>=pa&&yt.clear(),yt.set(o,r)}return r}function J(e,t,o){
let r=M(e);if(ge(r,o)<=t)return r;let[a,i]=[3,r.length];for(;a<i;){let s=Math.ceil((a+i)/2);ge(on(r,s),o)<=t?a=s:i=s-1}return on(
r,a)}var Fo=450,ua=100,fa=window.matchMedia("(prefers-reduced-motion: reduce)");function _t(e){let t=I(new Map),o=I(new Map),
r=S(0);r.value;let a=new Map(e.map(l=>[l.id,l])),i=fa.matches?[]:[...t.current].filter(([l])=>!a.has(l));if(i.length<=ua)
for(let[l,c]of i)o.current.set(l,{node:c,until:performance.now()+Fo});for(let[l,c]of o.current)(a.has(l)||c.until<=performance.
now())&&o.current.delete(l);t.current=a;let s=o.current.size;return H(()=>{if(s===0)return;let l=window.setTimeout(()=>{
r.value++},Fo+20);return()=>window.clearTimeout(l)},[s,i.length]),[...o.current.values()].map(l=>l.node)}function Oo(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.endpoints]}var ma={ArrowRight:[1,0],ArrowLeft:[
-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Io(e,t,o){if(e==="Home")return o[0]?.id;if(e==="End")return o.at(-1)?.id;
let r=ma[e],a=o.find(s=>s.id===t);if(r===void 0||a===void 0)return;let i;for(let s of o){if(s.id===t)continue;let[l,c]=ha(
a,s,r),d=l+c*3;l>0&&(i===void 0||d<i.cost)&&(i={id:s.id,cost:d})}return i?.id}function ha(e,t,[o,r]){let a=t.x-e.x,i=t.y+
t.height/2-e.y-e.height/2;return o!==0?[a*o,Math.abs(i)]:[i*r,Math.abs(a)]}var A={service:"service",meshService:e=>`meshService/${e}`,slice:e=>`slice/${e}`,endpoint:e=>`endpoint/${e}`};function zo(e,t){
return{service:e,meshServices:D(t,"meshService").sort((o,r)=>Do(o)-Do(r)||fn(o,r)),slices:D(t,"slice").sort((o,r)=>Number(
r.ours)-Number(o.ours)||kt(o.manager,r.manager)||fn(o,r)),endpoints:D(t,"endpoint").sort((o,r)=>kt(o.zone,r.zone)||kt(o.
node,r.node)||fn(o,r))}}function St(e){return e.state==="Exists"&&e.online>0}function Lo(e){let t=new Map,o=(i,s)=>{for(let[
l,c]of[[i,s],[s,i]]){let d=t.get(l)??new Set;t.set(l,d.add(c))}},r=new Map(e.meshServices.filter(i=>i.pod!=="").map(i=>[
i.pod,A.meshService(i.name)])),a=e.meshServices.filter(i=>i.pod==="").map(i=>A.meshService(i.name));for(let i of e.endpoints){
let s=A.endpoint(i.name);o(A.service,s);for(let c of i.slices)o(s,A.slice(c));let l=r.get(i.name);l!==void 0&&o(s,l);for(let c of a)
o(s,c)}for(let i of e.slices)o(A.service,A.slice(i.name));for(let i of e.slices)for(let s of a)o(A.slice(i.name),s);for(let i of e.
meshServices)o(A.service,A.meshService(i.name));return t}function Uo(e){return{ready:e.filter(t=>t.state==="Ready").length,
all:e.length}}var $e={Ready:"ready",NotReady:"not ready",TerminatingServing:"terminating, still serving",Terminating:"te\
rminating"};function Do(e){return e.state!=="Exists"?0:e.online>0?2:1}function fn(e,t){return kt(e.name,t.name)}function kt(e,t){
return e<t?-1:e>t?1:0}function mn({state:e,size:t=12}){let o=t/2;return n("g",{class:`symbol symbol-${e}`,children:[n("rect",{class:"symbol-ou\
tline",x:-o,y:-o,width:t,height:t}),n("rect",{class:"symbol-fill",x:-o,y:-o,width:t,height:t}),n("path",{class:"symbol-b\
ar",d:`M${-o+2.5} 0H${o-2.5}`})]})}var ga=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function Bo(){return n("ul",{class:"legend","aria-label":"Legend",children:ga.
map(([e,t])=>n("li",{children:[n("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:n(mn,{state:e})}),
t]},e))})}function Mt({id:e,x:t,y:o,emphasis:r,tab:a,label:i,kind:s,enters:l,leaves:c,children:d}){let f=c?"leaves":l?"enters":"";
return n("g",{class:`node ${s} ${r}`,style:{transform:`translate(${t}px, ${o}px)`},"data-node":c?void 0:e,...c?{"aria-hi\
dden":!0}:{role:"button",tabindex:a?0:-1,"aria-label":i},children:n("g",{class:f,children:d})})}function Ho({node:e,emphasis:t,
tab:o}){let{value:r,width:a,height:i}=e,s=r.healthy?"good":r.inMesh?"caution":"neutral";return n(Mt,{id:e.id,x:e.x,y:e.y,
emphasis:t,tab:o,kind:`service-node ${s}`,enters:!1,leaves:!1,label:`Service ${M(r.name)}, ${r.inMesh?`in Mesh ${M(r.mesh)}`:
"not in a mesh"}`,children:[n("rect",{class:"box",width:a,height:i,rx:"8"}),n("rect",{class:"stripe",width:"4",height:i-
16,x:"0",y:"8",rx:"2"}),n("text",{class:"title",x:"14",y:"26",children:J(r.name,a-22,"title")}),n("text",{class:"sub",x:"\
14",y:"45",children:J(r.headless?"headless":r.type,a-22,"small")})]})}function hn({node:e,emphasis:t,tab:o,enters:r,leaves:a=!1}){
let{value:i,width:s,height:l}=e,c=St(i),d=i.state==="Exists"?i.availability||"no status":i.state,f=i.state!=="Exists"?"b\
ad":c?"good":"caution";return n(Mt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`meshservice-node ${f}`,enters:r,leaves:a,
label:`MeshService ${M(i.name)}, ${d}, ${i.online} online, ${i.offline} offline`,children:[n("rect",{class:"box",width:s,
height:l,rx:"6"}),n("path",{class:"state-sign",d:f==="good"?"M10 28l3 3 5.5-6":f==="bad"?"M10.5 25l6 6M16.500 25l-6 6":"\
M10 28h8"}),n("text",{class:"title",x:"10",y:"17",children:J(i.name,s-20,"title")}),n("text",{class:"sub",x:"24",y:"32",
children:J(`${d}, ${i.online}/${i.online+i.offline}`,s-32,"small")})]})}function gn({node:e,emphasis:t,tab:o,enters:r,leaves:a=!1}){
let{value:i,width:s,height:l}=e,c=i.warnings.length>0;return n(Mt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`slice-node\
 ${i.ours?"ours":""} ${c?"warned":""}`,enters:r,leaves:a,label:`EndpointSlice ${M(i.name)} of ${M(i.manager)}, ${i.addressType}\
, ${U(i.endpoints,"endpoint")}, ${i.ready} ready${c?", with warnings":""}`,children:[n("rect",{class:"box",width:s,height:l,
rx:"6"}),n("text",{class:"title",x:"10",y:"17",children:J(i.name,s-(c?38:20),"title")}),n("text",{class:"sub",x:"10",y:"\
32",children:J(`${i.addressType}, ${i.endpoints===0?"no endpoints":`${i.ready} of ${i.endpoints} ready`}`,s-20,"small")}),
c&&n("path",{class:"warning-sign",d:`M${s-16} 7l6 10.500h-12zM${s-16} 11v3`})]})}var Be=class extends ee{shouldComponentUpdate(t){
let{props:o}=this;return t.node.value!==o.node.value||t.node.x!==o.node.x||t.node.y!==o.node.y||t.node.width!==o.node.width||
t.emphasis!==o.emphasis||t.tab!==o.tab||t.detailed!==o.detailed||t.leaves!==o.leaves}render({node:t,emphasis:o,tab:r,enters:a,
leaves:i=!1,detailed:s}){let{value:l,width:c,height:d}=t,f=l.warnings.length>0||l.certificate?.outcome==="Warning",g=l.addresses[0]??
"",p=c-32,h=ba(p,l.name,g);return n(Mt,{id:t.id,x:t.x,y:t.y,emphasis:o,tab:r,kind:`endpoint-node ${s?"":"compact"}`,enters:a,
leaves:i,label:`${l.pod?"Pod":"Endpoint"} ${M(l.name)}, ${$e[l.state]??l.state}, Node ${M(l.node)||"unknown"}${f?", with\
 warnings":""}`,children:[n("rect",{class:"hit",width:c,height:d,rx:"4"}),n("g",{transform:s?"translate(11 12)":`transla\
te(${c/2} ${d/2})`,children:n(mn,{state:l.state,size:s?12:10})}),s&&n("text",{class:"title",x:"25",y:"16",children:J(l.name,
h??p,"plain")}),s&&h!==void 0&&n("text",{class:"sub address",x:c-6,y:"16",children:M(g)}),s&&f&&n("circle",{class:"warni\
ng-dot",cx:"17",cy:"6",r:"3"})]})}},va=110;function ba(e,t,o){let r=e-ge(M(o),"small")-8;return o!==""&&o!==t&&r>=Math.min(
va,ge(M(t),"plain"))?r:void 0}function Wo({layout:e,related:t,hovered:o,pinned:r,name:a}){let i=S("service"),s=I(!1);H(()=>{s.current=!0},[]);let l=I(
null),c=o.value||r.value,d=t.get(c),f=m=>c===""||c==="service"?m===c?"chosen":"":m===c?"chosen":d?.has(m)===!0?"lit":"di\
m",g=Oo(e),p=g.some(m=>m.id===i.value)?i.value:"service",h=m=>({emphasis:f(m),tab:m===p,enters:s.current}),v=m=>{let C=Ct(
m);if(m.key==="Enter"||m.key===" ")r.value=r.value===C?"":C;else if(m.key==="Escape")r.value="",o.value="";else{let be=Io(
m.key,C,g);if(be===void 0)return;i.value=be,l.current?.querySelector(`[data-node="${CSS.escape(be)}"]`)?.focus()}m.preventDefault()},
{width:w,height:P}=e,T=_t(e.endpoints.endpoints),k=_t(e.slices),W=_t(e.meshServices),y={emphasis:"",tab:!1,enters:!1,leaves:!0};
return n("svg",{ref:l,class:"drawing",width:w,height:P,viewBox:`0 0 ${w} ${P}`,role:"group","data-testid":"drawing","ari\
a-label":`Drawing of Service ${M(a)}. The arrow keys move, Enter keeps the details.`,onKeyDown:v,onPointerOver:m=>{o.value=
Ct(m)},onPointerLeave:()=>{o.value=""},onFocusIn:m=>{let C=Ct(m);o.value=C,C!==""&&(i.value=C)},onFocusOut:()=>{o.value=
""},onClick:m=>{let C=Ct(m);r.value=r.value===C?"":C},children:[e.columns.map(({label:m,x:C})=>n("text",{class:"column-t\
itle",x:C,y:"16",children:m},m)),[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]].map(m=>n(ya,{frame:m},
m.id)),e.endpoints.zones.map(m=>n(qo,{frame:m,kind:"zone"},m.id)),e.endpoints.nodes.map(m=>n(qo,{frame:m,kind:"knode"},`${m.
id} ${m.y} ${m.x}`)),n("g",{class:"edges","aria-hidden":!0,children:e.edges.map(m=>n("path",{d:m.path,class:`edge ${xa(m,
c,d)}`},m.id))}),n(Ho,{node:e.service,...h("service")}),e.meshServices.map(m=>n(hn,{node:m,...h(m.id)},m.id)),e.slices.map(
m=>n(gn,{node:m,...h(m.id)},m.id)),e.endpoints.endpoints.map(m=>n(Be,{node:m,detailed:e.endpoints.detailed,...h(m.id)},m.
id)),W.map(m=>n(hn,{node:m,...y},`gone ${m.id}`)),k.map(m=>n(gn,{node:m,...y},`gone ${m.id}`)),T.map(m=>n(Be,{node:m,detailed:e.
endpoints.detailed,...y},`gone ${m.id}`))]})}function Ct(e){return(e.target instanceof Element?e.target.closest("[data-n\
ode]"):null)?.getAttribute("data-node")??""}function xa(e,t,o){if(t===""||t==="service")return"";let r=s=>s===t||o?.has(
s)===!0,[a,i]=[r(e.from),r(e.to)];return a&&i&&(e.from===t||e.to===t||e.from==="service")||a&&e.to.startsWith("zone/")&&
e.from===t?"lit":"dim"}function ya({frame:e}){return n("g",{class:`frame list-frame ${e.ours===!0?"ours":""}`,children:[
n("title",{children:M(e.label)}),n("rect",{x:e.x,y:e.y,width:e.width,height:e.height,rx:"8"}),n("text",{class:"frame-lab\
el",x:e.x+9,y:e.y+17,children:J(e.label,e.width-18,"title")}),n("text",{class:"frame-note",x:e.x+9,y:e.y+34,children:e.note}),
n("text",{class:"frame-note",x:e.x+9,y:e.y+e.height-9,children:e.more})]})}function qo({frame:e,kind:t}){let o=e.width-28-
ge(e.note,"small");return n("g",{class:`frame ${t}`,children:[n("title",{children:M(e.label)}),n("rect",{x:e.x,y:e.y,width:e.
width,height:e.height,rx:t==="zone"?8:6}),n("text",{class:"frame-label",x:e.x+9,y:e.y+(t==="zone"?16:14),children:J(e.label,
o,"small")}),n("text",{class:"frame-note end",x:e.x+e.width-9,y:e.y+(t==="zone"?16:14),children:e.note})]})}function Ko({model:e,id:t}){return n("div",{class:"details","data-testid":"details",children:wa(e,t)})}function wa(e,t){
if(t===A.service)return n(_a,{service:e.service});let o=e.meshServices.find(i=>A.meshService(i.name)===t);if(o!==void 0)
return n(ka,{meshService:o});let r=e.slices.find(i=>A.slice(i.name)===t);if(r!==void 0)return n(Sa,{slice:r});let a=e.endpoints.
find(i=>A.endpoint(i.name)===t);return a!==void 0?n(Ma,{endpoint:a}):n("p",{class:"quiet",children:"Point at something, \
or move to it with the arrow keys, to see its details and what belongs to it."})}function $t({kind:e,name:t}){return n("\
p",{class:"details-title",children:[n("span",{class:"quiet",children:e})," ",n("strong",{children:n(u,{value:t})})]})}function z({
term:e,children:t}){return n("div",{children:[n("dt",{children:e}),n("dd",{children:t})]})}function He({values:e}){return n(
x,{children:e.map(t=>n("span",{class:"value",children:n(u,{value:t})},t))})}function jo({warnings:e}){return n(x,{children:e.
map(t=>n("p",{class:"details-warning",children:n(u,{value:t})},t))})}function _a({service:e}){return n(x,{children:[n($t,
{kind:"Service",name:e.name}),n("dl",{class:"facts",children:[n(z,{term:"Type",children:n(u,{value:e.type})}),n(z,{term:"\
Mesh",children:e.inMesh?n(u,{value:e.mesh}):"none"}),n(z,{term:"Cluster IPs",children:n(He,{values:e.clusterIPs})}),n(z,
{term:"Ports",children:n(He,{values:e.ports})})]})]})}function ka({meshService:e}){return n(x,{children:[n($t,{kind:"Mes\
hService",name:e.name}),n("dl",{class:"facts",children:[n(z,{term:"State",children:n(u,{value:e.state})}),e.availability!==
""&&n(z,{term:"Availability",children:n(u,{value:e.availability})}),n(z,{term:"Proxies",children:[b(e.online)," online, ",
b(e.offline)," offline"]}),e.pod!==""&&n(z,{term:"Pod",children:n(u,{value:e.pod})}),e.holder!==""&&n(z,{term:"Held by",
children:n(u,{value:e.holder})}),e.addresses.length>0&&n(z,{term:"Addresses",children:n(He,{values:e.addresses})})]})]})}
function Sa({slice:e}){return n(x,{children:[n($t,{kind:"EndpointSlice",name:e.name}),n("dl",{class:"facts",children:[n(
z,{term:"Manager",children:[n(u,{value:e.manager}),e.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n(z,{term:"\
Addresses",children:n(u,{value:e.addressType})}),n(z,{term:"Endpoints",children:[b(e.endpoints),", ",b(e.ready)," ready"]})]}),
n(jo,{warnings:e.warnings})]})}function Ma({endpoint:e}){return n(x,{children:[n($t,{kind:e.pod?"Pod":"Endpoint",name:e.
name}),n("dl",{class:"facts",children:[n(z,{term:"State",children:[$e[e.state]??n(u,{value:e.state}),e.phase!==""&&n(x,{
children:[" (",n(u,{value:e.phase}),")"]})]}),n(z,{term:"Node",children:[n(u,{value:e.node||"unknown"}),e.zone!==""&&n(x,
{children:[", zone ",n(u,{value:e.zone})]})]}),n(z,{term:"Addresses",children:n(He,{values:e.addresses})}),n(z,{term:"Sl\
ices",children:e.slices.length===0?"none":n(He,{values:e.slices})}),e.certificate!==void 0&&n(z,{term:"Certificate",children:n(
u,{value:e.certificate.message})})]}),n(jo,{warnings:e.warnings})]})}function Vo(e){return[...Ca(e),...$a(e),...Ta(e)]}function Ca(e){let{service:t,meshServiceFrame:o,meshServices:r}=e;return o!==
void 0?[Tt("service",t,"meshServices",o)]:r.map(a=>Tt("service",t,a.id,a))}function $a(e){let{meshServiceFrame:t,meshServices:o,
managers:r,service:a}=e;return(t!==void 0?[t]:o.length>0?o:[a]).flatMap(s=>r.map(l=>Tt(s.id,s,l.id,l)))}function Ta(e){let t=new Map(
e.slices.map(a=>[a.id,a])),o=e.endpoints.detailed?[]:e.endpoints.zones,r=new Map;for(let a of e.endpoints.endpoints)for(let i of a.
value.slices){let s=t.get(`slice/${i}`);if(s===void 0)continue;let l=e.endpoints.detailed?a:o.find(d=>d.id===`zone/${a.value.
zone}`);if(l===void 0)continue;let c=Tt(s.id,s,l.id,l);r.set(c.id,c)}return[...r.values()]}var Pa=14;function Tt(e,t,o,r){
let a=t.x+t.width,i=t.y+Math.min(t.height/2,32),s=r.x,l=r.y+Math.min(r.height/2,o.startsWith("endpoint/")||o.startsWith(
"meshService/")?r.height/2:Pa),c=Math.max(12,(s-a)/2);return{id:`${e}>${o}`,from:e,to:o,path:`M${a} ${i}C${a+c} ${i} ${s-
c} ${l} ${s} ${l}`}}function qe(e,t){let o=new Map;for(let r of e){let a=t(r),i=o.get(a);i===void 0?o.set(a,[r]):i.push(r)}return o}var Ea=40,Na=80,Ra=24,Aa=20,V=8,Te=15,Fa=210;function Go(e,t,o){let a={detailed:e.length<=Ea,zones:[],nodes:[],endpoints:[],
bottom:ve},i=new Set(e.map(s=>s.node)).size<=Na;for(let[s,l]of qe(e,c=>c.zone)){let c=a.bottom+(a.zones.length>0?12:0),d={
x:t+V,y:c+Ra,width:o-2*V},f=i?Oa(a,l,d):Xo(a,l,d);a.zones.push({id:`zone/${s}`,x:t,y:c,width:o,height:f-c+V,label:s===""?
"no zone":s,note:Yo(l)}),a.bottom=f+V}return a}function Oa(e,t,o){let r=e.detailed?1:Math.max(1,Math.floor((o.width+V)/(Fa+
V))),a=(o.width-(r-1)*V)/r,{y:i}=o,s=i;return[...qe(t,l=>l.node)].forEach(([l,c],d)=>{let f=d%r;f===0&&d>0&&(i=s+V);let g=o.
x+f*(a+V),p={x:g+V,y:i+Aa,width:a-2*V},h=e.detailed?Ia(e,c,p):Xo(e,c,p);e.nodes.push({id:`node/${l}`,x:g,y:i,width:a,height:h-
i+V-2,label:l===""?"no Node":l,note:e.detailed?"":Yo(c)}),s=Math.max(f===0?0:s,h+V-2)}),s}function Ia(e,t,{x:o,y:r,width:a}){
return t.forEach((s,l)=>e.endpoints.push({id:A.endpoint(s.name),value:s,x:o,y:r+l*24,width:a,height:24})),r+t.length*24}
function Xo(e,t,{x:o,y:r,width:a}){let i=Math.max(1,Math.floor(a/Te));return t.forEach((s,l)=>e.endpoints.push({id:A.endpoint(
s.name),value:s,x:o+l%i*Te,y:r+Math.floor(l/i)*Te,width:Te,height:Te})),r+Math.ceil(t.length/i)*Te}function Yo(e){let{ready:t,
all:o}=Uo(e);return`${t} of ${o} ready`}var ve=30,Pe=8,Zo=26,We=8,Pt=34,Ee=42,Da=12,za=6,La=12,Jo=760;function Ua(e){let t=Math.max(0,e-Jo)*.14,o=112,r=140+t,a=172+
t;return{service:o,meshService:r,slice:a,endpoints:e-o-r-a-3*Pt-2}}function Qo(e,t){let o=Math.max(Jo,Math.floor(t)),r=Ua(
o),a=Ba(r),i={id:A.service,value:e.service,x:1,y:ve,width:r.service,height:64},s=Ha(e.meshServices,a.meshService,r.meshService),
l=qa(e.slices,a.slice,r.slice),c=Go(e.endpoints,a.endpoints,r.endpoints),d=Math.max(i.y+i.height,s.bottom,l.bottom,c.bottom),
f={width:o,height:d+6,columns:[{label:"Service",x:1},{label:"MeshServices",x:a.meshService},{label:"EndpointSlices",x:a.
slice},{label:e.endpoints.every(g=>g.pod)?"Pods":"Endpoints",x:a.endpoints}],service:i,meshServices:s.nodes,meshServiceFrame:s.
frame,managers:l.frames,slices:l.nodes,endpoints:c};return{...f,edges:Vo(f)}}function Ba(e){let t=1+e.service+Pt,o=t+e.meshService+
Pt;return{meshService:t,slice:o,endpoints:o+e.slice+Pt}}function Ha(e,t,o){let r=e.length>Da,a=r?e.slice(0,za):e,i=r?We:
0,s=ve+(r?46:0),l=a.map((g,p)=>({id:A.meshService(g.name),value:g,x:t+i,y:s+p*(Ee+Pe),width:o-2*i,height:Ee})),c=s+a.length*
(Ee+Pe)-(a.length>0?Pe:0);if(!r)return{nodes:l,frame:void 0,bottom:c};let d=e.filter(St).length,f={id:"meshServices",x:t,
y:ve,width:o,height:c-ve+We+20,more:`and ${e.length-a.length} more`,label:`${e.length} MeshServices`,note:`${d} online, ${e.
length-d} not`};return{nodes:l,frame:f,bottom:f.y+f.height}}function qa(e,t,o){let r=[],a=[],i=ve;for(let[s,l]of qe(e,c=>c.
manager)){let c=l.slice(0,La),d=l.length-c.length;c.forEach((g,p)=>a.push({id:A.slice(g.name),value:g,x:t+We,y:i+Zo+p*(Ee+
Pe),width:o-2*We,height:Ee}));let f=Zo+c.length*(Ee+Pe)-Pe+We+(d>0?20:0);r.push({id:`manager/${s}`,x:t,y:i,width:o,height:f,
label:s===""?"no manager":s,note:"",more:d>0?`and ${d} more`:"",ours:l[0]?.ours??!1}),i+=f+12}return{frames:r,nodes:a,bottom:i-
(r.length>0?12:0)}}function er({model:e}){return n("div",{class:"neighborhood-tables",children:[n(vn,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability,b(t.online),b(t.
offline),t.pod])}),n(vn,{title:"EndpointSlices",head:["Name","Manager","Addresses","Endpoints","Ready","Warnings"],rows:e.
slices.map(t=>[t.name,t.manager,t.addressType,b(t.endpoints),b(t.ready),t.warnings.join("; ")])}),n(vn,{title:"Endpoints",
head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.map(t=>[t.name,$e[t.state]??t.state,
t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}function vn({title:e,head:t,rows:o}){
return n(x,{children:[n("h3",{children:e}),o.length===0&&n("p",{class:"quiet",children:"None."}),o.length>0&&n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":e,children:n("table",{children:[n("thead",{children:n("tr",{children:t.
map(r=>n("th",{scope:"col",children:r},r))})}),n("tbody",{children:o.map(r=>n("tr",{children:r.map((a,i)=>n("td",{children:n(
u,{value:a})},i))},r[0]))})]})})]})}function tr({service:e,state:t}){let o=S(!1),r=S(""),a=S(""),i=S(0),s=I(null),l=Y(()=>zo(e,t),[e,t]),c=Y(()=>Lo(l),[l]),
d=Y(()=>Qo(l,i.value),[l,i.value]);ye(()=>{if(s.current===null)return;let g=s.current,p=new ResizeObserver(()=>{i.value=
g.clientWidth});return p.observe(g),i.value=g.clientWidth,()=>p.disconnect()},[o.value]);let f=r.value||a.value;return n(
K,{title:"Neighborhood",kind:"drawing-panel",aside:n("button",{type:"button",class:"button small","aria-pressed":o.value,
onClick:()=>{o.value=!o.value},children:"As tables"}),children:[o.value&&n(er,{model:l}),!o.value&&n(x,{children:[n(Bo,{}),
n("div",{class:"drawing-box",ref:s,children:n(Wo,{layout:d,related:c,hovered:r,pinned:a,name:e.name})}),n(Ko,{model:l,id:f})]})]})}function or({state:e}){let t=D(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return n(N,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,a)=>nr(r)-nr(a)||(r.name<
a.name?-1:1));let o=t.filter(r=>r.certificate.outcome==="Warning").length;return n(x,{children:[n("p",{children:[U(t.length-
o,"Pod")," with a certificate",o>0&&n(x,{children:[", ",n("strong",{children:[o," with a warning"]})]}),"."]}),n("ul",{class:"\
certificate-list",children:t.map(r=>n("li",{class:"item",children:[n(j,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),n("span",{class:"item-label",children:n(u,{value:r.name})}),n("span",{class:"item-text",children:[n(u,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&n("span",{class:"quiet",children:[" (expires ",n(X,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function nr(e){return e.certificate.outcome==="Warning"?0:1}function rr({state:e}){let t=R(e,"xds");if(t===void 0)return n(N,{title:"No xDS server",children:"No xDS server is insta\
lled in this cluster, or you may not see it."});let o=t.clients??[],r=t.servers??[];return n(x,{children:[n("p",{class:"\
quiet",children:["Asked of ",r.length===0?"no server":r.map((a,i)=>n("span",{children:[i>0&&", ",n(u,{value:a})]},a))]}),
o.length===0&&n(N,{title:"No client",children:"No gRPC client gets this Service by xDS."}),n("ul",{class:"client-list",children:o.
map(a=>n(Wa,{client:a},`${a.server} ${a.node} ${a.client} ${a.since}`))})]})}function Wa({client:e}){let t=e.refused??[],
o=e.names??[];return n("li",{class:"client",children:[n($,{shape:t.length>0?"warning":"check",color:t.length>0?"bad":"go\
od",label:t.length>0?"refuses":"accepts"}),n("div",{children:[n("p",{children:[n("strong",{children:n(u,{value:e.client})}),
" ",n("span",{class:"quiet",children:["since ",n(X,{time:e.since})]})]}),n("dl",{class:"facts",children:[n("div",{children:[
n("dt",{children:"Agent"}),n("dd",{children:n(u,{value:e.agent})})]}),n("div",{children:[n("dt",{children:"Node"}),n("dd",
{children:n(u,{value:e.node})})]}),n("div",{children:[n("dt",{children:"Asks for"}),n("dd",{children:o.length===0?"every\
thing":o.map(r=>n("span",{class:"value",children:n(u,{value:r})},r))})]})]}),t.map(r=>n("p",{class:"refused",children:[n(
"strong",{children:"Refuses"})," ",n(u,{value:r})]},r))]})]})}function ir({state:e}){let t=ae(e,"event").sort(([,o],[,r])=>Date.parse(r.time)-Date.parse(o.time));return t.length===0?
n(N,{title:"No events",children:"Kubernetes keeps events for one hour, unless set otherwise."}):n("ol",{class:"event-lis\
t",children:t.map(([o,r])=>n("li",{children:[n($,{shape:r.type==="Warning"?"warning":"dot",color:r.type==="Warning"?"cau\
tion":"neutral",label:r.type}),n("div",{children:[n("p",{class:"event-head",children:[n("strong",{children:n(u,{value:r.
reason})}),n("span",{class:"quiet",children:[n(X,{time:r.time}),r.count>1&&`, ${U(r.count,"time")}`,", from ",n(u,{value:r.
from})]})]}),n("p",{children:n(u,{value:r.message})})]})]},o))})}function ar({state:e}){let t=R(e,"document"),o=R(e,"remedy");if(t===void 0)return n(q,{label:"the explanation",lines:8});
let r=o!==void 0&&(o.command!==""||o.why!=="");return n(x,{children:[r&&n("section",{class:"remedy","aria-labelledby":"r\
emedy-heading",children:[n("h3",{id:"remedy-heading",children:"What to do"}),o.command!==""&&n(Ue,{text:o.command}),o.why!==
""&&n("p",{children:n(u,{value:o.why})})]}),n(xt,{without:"headline",document:r?Ka(t,o):t})]})}function Ka(e,t){let o=e.
blocks.findLastIndex(i=>i.kind==="heading"),r=e.blocks.slice(o+1);return o>=0&&t.command!==""&&r.some(i=>i.kind==="comma\
nd"&&i.text===t.command)?{blocks:e.blocks.slice(0,o)}:e}function sr({state:e}){let t=D(e,"delegation").sort((r,a)=>r.manager<a.manager?-1:1),o=ae(e,"handover").sort(([r],[a])=>Number(
a)-Number(r));return n(x,{children:[t.length===0&&n(N,{title:"Not delegated",children:"The default EndpointSlice control\
ler publishes the endpoints of this Service."}),t.map(r=>n(ja,{delegation:r},r.manager)),n(Va,{slices:D(e,"slice")}),n("\
h3",{children:"Seen since this page was opened"}),o.length===0&&n("p",{class:"quiet",children:"No handover has been seen\
."}),n("ol",{class:"timeline",children:o.map(([r,a])=>n("li",{children:[n(gt,{tone:a.tone}),n("time",{dateTime:a.time,children:ht(
a.time)}),n("span",{children:n(u,{value:a.text})})]},r))})]})}function ja({delegation:e}){return n("article",{class:"del\
egation","aria-label":`Delegated to ${e.manager}`,children:[n("p",{class:"delegation-manager",children:n(u,{value:e.manager})}),
n("p",{class:"delegation-state",children:[n("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"\
Effective":"Not effective"}),n("span",{class:"badge neutral",children:n(u,{value:e.phase})})]}),e.message!==""&&n("p",{children:n(
u,{value:e.message})}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Endpoints come from"}),n("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),n("div",{children:[n("dt",{children:"Key in the selector"}),n("dd",{children:[
n($,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?"present: the default controller is \
kept away":"absent: the default controller publishes too"]})]}),n("div",{children:[n("dt",{children:"Desired endpoints"}),
n("dd",{children:b(e.desired)})]}),n("div",{children:[n("dt",{children:"In its slices"}),n("dd",{children:b(e.ours)})]}),
n("div",{children:[n("dt",{children:"In slices of others"}),n("dd",{children:b(e.others)})]})]})]})}function Va({slices:e}){
let t=new Map;for(let o of e){let r=t.get(o.manager)??{slices:0,endpoints:0,ready:0,ours:o.ours};t.set(o.manager,{slices:r.
slices+1,endpoints:r.endpoints+o.endpoints,ready:r.ready+o.ready,ours:o.ours})}return t.size===0?null:n(x,{children:[n("\
h3",{children:"Who publishes endpoints"}),n("ul",{class:"publishers",children:[...t].sort(([o],[r])=>o<r?-1:1).map(([o,r])=>n(
"li",{children:[n("span",{class:"publisher-name",children:[n(u,{value:o===""?"no manager":o}),r.ours&&n("span",{class:"t\
ag accent",children:"Meshwork"})]}),n(Ce,{label:o,shares:[{value:r.ready,color:r.ours?"accent":"good",word:"ready"},{value:r.
endpoints-r.ready,color:"caution",word:"not ready"}]}),n("span",{class:"quiet",children:[b(r.endpoints)," endpoints, ",b(
r.ready)," ready, in ",b(r.slices)," ",r.slices===1?"slice":"slices"]})]},o))})]})}function lr({tabs:e,chosen:t,label:o}){let r=e.find(i=>i.id===t.value)??e[0];return n(x,{children:[n("div",{class:"tabs",
role:"tablist","aria-label":o,onKeyDown:i=>{let s=e.findIndex(d=>d.id===r?.id),l={ArrowRight:s+1,ArrowLeft:s-1,Home:0,End:e.
length-1}[i.key];if(l===void 0)return;i.preventDefault();let c=e[(l+e.length)%e.length];c!==void 0&&(t.value=c.id,document.
getElementById(`tab-${c.id}`)?.focus())},children:e.map(({id:i,label:s,count:l})=>n("button",{type:"button",role:"tab",id:`\
tab-${i}`,"aria-selected":i===r?.id,tabIndex:i===r?.id?0:-1,"aria-controls":"tab-content",onClick:()=>{t.value=i},children:[
s,l!==void 0&&l>0&&n("span",{class:"tab-count",children:b(l)})]},i))}),n("div",{class:"tab-content",role:"tabpanel",id:"\
tab-content","aria-labelledby":`tab-${r?.id??""}`,tabIndex:0,children:r?.content()})]})}var bn={events:e=>D(e,"event").length,clients:e=>R(e,"xds")?.clients?.length??0};function cr({state:e,namespace:t,name:o}){let r=ae(e,"object").map(([d])=>d).sort(Za),a=S(`Service/${o}`),i=S(0),s=S(void 0),
l=r.includes(a.value)?a.value:r[0];if(H(()=>{if(l===void 0)return;let d=new AbortController;return Ga(l,t,d.signal).then(
f=>{d.signal.aborted||(s.value=f)}),()=>d.abort()},[l,i.value]),l===void 0)return n(N,{title:"No object can be read"});let c=s.
value?.object===l?s.value:void 0;return n(x,{children:[n("div",{class:"yaml-head",children:[n("label",{class:"choice",children:[
n("span",{children:"Object"}),n("select",{value:l,onChange:d=>{a.value=d.currentTarget.value},children:r.map(d=>n("optio\
n",{value:d,children:M(d)},d))})]}),n("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Rea\
d again"}),c!==void 0&&!c.failed&&n(Me,{text:c.text})]}),c===void 0&&n(q,{label:l,lines:10}),c?.failed===!0&&n(N,{title:"\
The object cannot be shown",children:n(u,{value:c.text})}),c?.failed===!1&&n("pre",{class:"yaml",tabIndex:0,role:"region",
"aria-label":`YAML of ${M(l)}`,children:n("code",{children:Ya(c.text)})})]})}async function Ga(e,t,o){let[r="",a=""]=e.split(
"/",2),i=["/api/objects",r,t,a].map((s,l)=>l===0?s:encodeURIComponent(s)).join("/");try{let s=await pt(i,o);return{object:e,
text:await s.text(),failed:!s.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var Xa=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function Ya(e){return M(e,"lines").split(`
`).map((t,o)=>{let r=Xa.exec(t);if(r===null)return n("span",{children:[t,`
`]},o);let[a,i="",s=""]=r;return n("span",{children:[i,n("span",{class:"yaml-key",children:s}),":",t.slice(a.length),`
`]},o)})}var xn=["Service","MeshService","EndpointSlice","Endpoints","Pod"];function Za(e,t){let o=r=>(xn.indexOf(r.split(
"/",1)[0]??"")+xn.length)%xn.length;return o(e)-o(t)||(e<t?-1:1)}function dr({namespace:e,name:t}){let o=oe(`service/${e}/${t}`).value,r=S("explanation"),a=R(o,"service"),i=R(o,"missing");
return n("div",{class:"page service",children:[n(Ja,{namespace:e,name:t,service:a,state:o}),i!==void 0&&n(N,{title:"This\
 Service cannot be shown",children:[n(u,{value:i.message})," ",n("a",{href:"/services",children:"All Services"})]}),i===
void 0&&n("div",{class:"service-columns",children:[a===void 0?n(K,{title:"Neighborhood",children:n(q,{label:"the drawing",
lines:8})}):n(tr,{service:a,state:o}),n("div",{class:"panel tabs-panel",children:n(lr,{chosen:r,label:"About this Servic\
e",tabs:[{id:"explanation",label:"Explanation",content:()=>n(ar,{state:o})},{id:"events",label:"Events",count:bn.events(
o),content:()=>n(ir,{state:o})},{id:"handover",label:"Handover",content:()=>n(sr,{state:o})},{id:"clients",label:"Client\
s",count:bn.clients(o),content:()=>n(rr,{state:o})},{id:"certificates",label:"Certificates",content:()=>n(or,{state:o})},
{id:"yaml",label:"YAML",content:()=>n(cr,{state:o,namespace:e,name:t})}]})})]})]})}function Ja({namespace:e,name:t,service:o,
state:r}){return n("header",{class:"service-head",children:[n("div",{class:"service-title",children:[n("p",{class:"crumb\
s",children:[n("a",{href:"/services",children:"Services"})," / ",n("a",{href:`/services?namespace=${encodeURIComponent(e)}`,
children:n(u,{value:e})})]}),n("h1",{children:n(u,{value:t})})]}),n(Me,{text:window.location.href,label:"Copy link"}),o!==
void 0&&n(Qa,{service:o,document:R(r,"document")})]})}function Qa({service:e,document:t}){let o=t?.blocks.find(a=>a.kind===
"headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return n("div",{class:"service-facts",children:[n("p",{class:`\
service-health ${r}`,children:[n($,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),n("span",{children:o?.text!==
void 0?n(u,{value:o.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),n("dl",{class:"facts",children:[n(Ke,{term:"Type",
values:[e.headless?`${e.type}, headless`:e.type]}),n(Ke,{term:"Mesh",values:[e.mesh]}),n(Ke,{term:"Cluster IPs",values:e.
clusterIPs}),n(Ke,{term:"Ports",values:e.ports}),n(Ke,{term:"Addresses",values:e.addresses}),n("div",{children:[n("dt",{
children:"Created"}),n("dd",{children:n(X,{time:e.created})})]})]})]})}function Ke({term:e,values:t}){let o=t.filter(r=>r!==
"");return o.length===0?null:n("div",{children:[n("dt",{children:e}),n("dd",{children:o.map(r=>n("span",{class:"value",children:n(
u,{value:r})},r))})]})}var es=["namespace","name","mesh","state","endpoints"],pe=["state","mesh","namespace","delegated","finding","problem"];var pr={column:"namespace",descending:!1};function ur(e){let t=new URLSearchParams(e),o=r=>t.get(r)??"";return{q:o("q"),
state:o("state"),mesh:o("mesh"),namespace:o("namespace"),delegated:o("delegated"),finding:o("finding"),problem:o("proble\
m")==="true"?"true":"",sort:ts(o("sort"))}}function fr(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let i of pe)
e[i]!==""&&t.set(i,e[i]);let{column:o,descending:r}=e.sort;(o!==pr.column||r)&&t.set("sort",(r?"-":"")+o);let a=t.toString();
return a===""?"":`?${a}`}function ts(e){let t=e.startsWith("-"),o=t?e.slice(1):e,r=es.find(a=>a===o);return r===void 0?pr:
{column:r,descending:t}}function yn(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function mr(e,t,o){if(o==="")return!0;let r=yn(e,t);return o==="any"?r.length>0:r.
includes(o)}function wn(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(" ")} ${e.findings.join(" ")}`.toLowerCase()}
function hr(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}var os=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function vr({filters:e,counts:t,change:o,
clear:r,open:a}){let i=e.q!==""||pe.some(s=>e[s]!=="");return n("div",{id:"filters",class:`filters ${a?"open":""}`,role:"\
group","aria-label":"Filters",children:[n("div",{class:"chips",role:"group","aria-label":"State",children:[n(gr,{label:"\
Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:s=>o({problem:s?"true":""})}),os.map(s=>n(gr,
{label:bo(s),count:t.state.get(s)??0,on:e.state===s,toggle:l=>o({state:l?s:""})},s))]}),n("div",{class:"choices",children:[
n(Et,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:o,words:{"-":"in none"}}),n(Et,{label:"Namespace",facet:"names\
pace",filters:e,counts:t,change:o}),n(Et,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:o,words:{any:"al\
l delegated",HandingOver:"Handing over"}}),n(Et,{label:"Finding",facet:"finding",filters:e,counts:t,change:o,words:{any:"\
any finding"}}),n("button",{type:"button",class:"button small",onClick:r,disabled:!i,children:"Clear"})]})]})}function gr({
label:e,count:t,on:o,toggle:r,warn:a=!1}){return n("button",{type:"button",class:"chip","aria-pressed":o,onClick:()=>r(!o),
children:[a&&n($,{shape:"warning",color:"bad"}),e," ",n("span",{class:"chip-count",children:b(t)})]})}function Et({label:e,
facet:t,filters:o,counts:r,change:a,words:i={}}){let s=o[t],l=new Map(r[t]);s!==""&&s!=="any"&&!l.has(s)&&l.set(s,0);let c=[
...l].sort(([d],[f])=>d<f?-1:1);return n("label",{class:"choice",children:[n("span",{children:e}),n("select",{value:s,class:s===
""?"":"chosen",onChange:d=>a({[t]:d.currentTarget.value}),children:[n("option",{value:"",children:"all"}),i["any"]!==void 0&&
n("option",{value:"any",children:i["any"]}),c.map(([d,f])=>n("option",{value:d,children:`${M(i[d]??d)} (${b(f)})`},d))]})]})}var br=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"],Nt=class{byKey=new Map;sorted=[];query(t,o){
this.take(t),this.sorted.sort(as(o.sort));let r=hr(o.q),a=is(),i=[];for(let s of this.sorted){if(!r.every(c=>s.text.includes(
c)))continue;let l=pe.filter(c=>!mr(s.row,c,o[c]));l.length===0&&i.push(s),rs(a,s.row,l)}return{rows:i,counts:a,total:this.
sorted.length}}take(t){let o=!1;for(let[r,a]of t){let i=a,s=this.byKey.get(r);if(s===void 0){let l={key:r,row:i,text:wn(
i)};this.byKey.set(r,l),this.sorted.push(l),o=!0}else s.row!==i&&(s.row=i,s.text=wn(i))}if(!(!o&&this.sorted.length===t.
size)){this.sorted=this.sorted.filter(r=>t.has(r.key));for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};
function rs(e,t,o){if(!(o.length>1))for(let r of o.length===1?o:pe)for(let a of yn(t,r))e[r].set(a,(e[r].get(a)??0)+1)}function is(){
return{state:new Map,mesh:new Map,namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function as({column:e,
descending:t}){let o=t?-1:1;return(r,a)=>o*ss(r.row,a.row,e)||Re(r.row.namespace,a.row.namespace)||Re(r.row.name,a.row.name)}
function ss(e,t,o){switch(o){case"namespace":return Re(e.namespace,t.namespace)||Re(e.name,t.name);case"name":return Re(
e.name,t.name);case"mesh":return Re(e.mesh,t.mesh);case"state":return br.indexOf(e.state)-br.indexOf(t.state);case"endpo\
ints":return e.online+e.offline-t.online-t.offline}}function Re(e,t){return e<t?-1:e>t?1:0}var ls={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},Rt=class extends ee{flashes=0;shouldComponentUpdate(t){let{props:o}=this,r=t.changedAt>0&&t.changedAt!==
o.changedAt;return r&&this.flashes++,r||t.row!==o.row||t.top!==o.top||t.active!==o.active}render({row:t,index:o,top:r,active:a,
changedAt:i}){let s=i===0?"":`flash-${this.flashes%2}`;return n("div",{role:"row",id:`row-${o}`,"aria-rowindex":o+2,"ari\
a-selected":a,class:`row ${s}`,title:M(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
n("div",{role:"gridcell",class:"cell cell-state",children:n(vt,{state:t.state})}),n("div",{role:"gridcell",class:"cell c\
ell-name",children:n("a",{href:G(t.namespace,t.name),tabIndex:-1,children:n(le,{value:t.name})})}),n("div",{role:"gridce\
ll",class:"cell cell-namespace",children:n(le,{value:t.namespace})}),n("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?n("span",{class:"quiet",children:"\u2013"}):n(le,{value:t.mesh})}),n("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:n(cs,{row:t})}),n("div",{role:"gridcell",class:"cell cell-delegated",children:n(ds,{delegated:t.delegated})}),
n("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>n("span",{class:"tag",title:M(l),children:n(
u,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function cs({row:e}){return e.online+e.offline===0?n("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):n("span",{class:"endpoints",children:[n(Ce,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),n("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[b(e.online),n("span",{class:"quiet",children:[" / ",b(e.online+e.offline)]})]})]})}function ds({
delegated:e}){if(e==="")return null;let t=ls[e];return n("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function xr(e,t,o,r,a=10){let i=Math.floor(e/o)-a,s=Math.ceil((e+t)/o)+a;return{first:Math.max(0,Math.min(i,r)),last:Math.
max(0,Math.min(s,r))}}function yr(e,t,o,r){let a=e*r;return a<t?a:a+r>t+o?a+r-o:t}function wr(e,t,o,r){let a=o-1,i=s=>Math.
max(0,Math.min(a,s));switch(e){case"ArrowDown":return i(t+1);case"ArrowUp":return i(t-1);case"PageDown":return i(t+r);case"\
PageUp":return i(t-r);case"Home":return 0;case"End":return a;default:return}}var ps=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],_r=40,kr=68,Sr=window.matchMedia(
"(max-width: 720px)"),je={address:"",scrollTop:0,active:""};function Mr({rows:e,changed:t,sort:o,onSort:r,onEscape:a,grid:i}){
let s=je.address===window.location.search,l=S(s?je.active:""),c=S(s?je.scrollTop:0),d=S({height:600,rowHeight:Sr.matches?
kr:_r}),{height:f,rowHeight:g}=d.value,p=me(()=>Math.floor(c.value/d.value.rowHeight)).value;ye(()=>{let y=i.current;if(y===
null)return;let m=()=>{d.value={height:y.clientHeight,rowHeight:Sr.matches?kr:_r}},C=new ResizeObserver(m);return C.observe(
y),y.scrollTop=c.peek(),()=>{C.disconnect(),je={address:window.location.search,scrollTop:c.peek(),active:l.peek()}}},[]);
let h=Math.max(0,e.findIndex(({key:y})=>y===l.value)),v=y=>{je={address:window.location.search,scrollTop:c.peek(),active:l.
peek()},ne(G(y.namespace,y.name))},w=y=>{l.value=e[y]?.key??"";let m=i.current;m!==null&&(m.scrollTop=yr(y,m.scrollTop,f-
g,g))},P=y=>{if(y.altKey||y.ctrlKey||y.metaKey)return;let m=wr(y.key,l.value===""?-1:h,e.length,Math.floor(f/g)-2),C=e[h]?.
row;if(m!==void 0)w(m);else if(y.key==="Enter"&&y.target===y.currentTarget&&C!==void 0)v(C);else if(y.key==="Escape")a();else
return;y.preventDefault()},{first:T,last:k}=xr(p*g,f,g,e.length),W=performance.now();return n("div",{class:"grid",role:"\
grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:i,"data-testid":"services-grid","aria-activedesc\
endant":h>=T&&h<k?`row-${h}`:void 0,onKeyDown:P,onScroll:y=>{c.value=y.currentTarget.scrollTop},onFocus:()=>{l.value===""&&
(l.value=e[p]?.key??"")},children:[n(fs,{sort:o,onSort:r}),n("div",{role:"rowgroup",class:"grid-body",style:{height:`${e.
length*g}px`},children:e.slice(T,k).map(({key:y,row:m},C)=>n(Rt,{row:m,index:T+C,top:(T+C)*g,active:y===l.value,open:v,changedAt:us(
t.get(y),W)},y))})]})}function us(e,t){return e!==void 0&&t-e<1500?e:0}function fs({sort:e,onSort:t}){return n("div",{role:"\
rowgroup",class:"grid-head",children:n("div",{role:"row","aria-rowindex":1,class:"row",children:ps.map(({label:o,column:r})=>n(
"div",{role:"columnheader",class:`cell cell-${o.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"descending":"asce\
nding":void 0,children:r===void 0?o:n("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===e.column&&
!e.descending}),children:[o,n("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?"\u2193":
"\u2191"})]})},o))})})}function Cr(){let e=oe("services"),t=Y(()=>new Nt,[]),o=me(()=>ur(ct.value)),r=me(()=>t.query(e.value.entries,o.value)),
a=I(null),i=I(null),s=S(!1);hs(a);let l=v=>{ne(`/services${fr({...o.value,...v})}`,"replace")},c=()=>ne("/services","rep\
lace"),d=v=>{if(v.key==="Escape")c();else if(v.key==="ArrowDown"||v.key==="Enter")i.current?.focus();else return;v.preventDefault()},
{rows:f,counts:g,total:p}=r.value,h=pe.filter(v=>o.value[v]!=="").length;return n("div",{class:"services",children:[n("d\
iv",{class:"services-head",children:[n("h1",{children:"Services"}),n("p",{class:"services-count","data-testid":"count",children:f.
length===p?U(p,"Service"):`${b(f.length)} of ${U(p,"Service")}`}),n("label",{class:"search",children:[n("span",{class:"u\
nseen",children:"Search Services"}),n("input",{ref:a,type:"search",placeholder:"Search name, address, finding",value:o.value.
q,spellcheck:!1,autocomplete:"off",onInput:v=>l({q:v.currentTarget.value}),onKeyDown:d}),n("kbd",{"aria-hidden":!0,children:"\
/"})]}),n("button",{type:"button",class:"button filters-toggle","aria-expanded":s.value,"aria-controls":"filters",onClick:()=>{
s.value=!s.value},children:["Filters",h>0?` (${h})`:""]})]}),n(vr,{filters:o.value,counts:g,change:l,clear:c,open:s.value}),
!e.value.loaded&&n(q,{label:"Services",lines:12}),e.value.loaded&&f.length===0&&n(ms,{total:p,clear:c}),e.value.loaded&&
f.length>0&&n(Mr,{rows:f,changed:e.value.changed,sort:o.value.sort,onSort:v=>l({sort:v}),onEscape:c,grid:i})]})}function ms({
total:e,clear:t}){return e===0?n(N,{title:"There are no Services",children:"Or none that you are allowed to read."}):n("\
div",{class:"nothing",children:[n("p",{class:"nothing-title",children:"No Service matches"}),n("button",{type:"button",class:"\
button",onClick:t,children:"Clear search and filters"})]})}function hs(e){H(()=>{let t=o=>{let r=o.target instanceof HTMLElement&&
o.target.closest("input, select, textarea")!==null;o.key!=="/"||r||o.ctrlKey||o.metaKey||o.altKey||(o.preventDefault(),e.
current?.focus(),e.current?.select())};return document.addEventListener("keydown",t),()=>document.removeEventListener("k\
eydown",t)},[])}function $r({cluster:e}){return n("div",{class:"banners",role:"status","aria-label":"Notices",children:gs(e)})}function gs(e){
let{phase:t,reconnected:o}=Z;if(t.value==="ended")return n(At,{kind:"bad",title:"kubectl meshwork ui has ended",children:[
"Start ",n("code",{children:"kubectl meshwork ui"})," again and open the address that it prints. What you see is the las\
t picture."]});if(t.value==="interrupted")return n(At,{kind:"caution",title:"The connection was interrupted",children:"C\
onnecting again. What you see is the last picture."});let r=R(e,"connection");return t.value==="open"&&r?.connected===!1?
n(At,{kind:"caution",title:"The API server cannot be reached",children:[n(u,{value:r.message})," ",n("span",{class:"quie\
t",children:["Since ",n(X,{time:r.since}),". What you see is the last picture."]})]}):o.value?n(At,{kind:"good",title:"C\
onnected again"}):null}function At({kind:e,title:t,children:o}){return n("div",{class:`banner ${e}`,children:[n($,{shape:e===
"good"?"check":e==="bad"?"cross":"warning",color:e}),n("p",{children:[n("strong",{children:t})," ",o]})]})}function Tr({cluster:e}){let t=R(e,"gaps")??[];return t.length===0?null:n("details",{class:"gaps",children:[n("summary",
{children:[n($,{shape:"question",color:"caution"}),n("span",{children:[U(t.length,"kind of object","kinds of objects"),"\
 could not be read. The rest is shown."]})]}),n("ul",{children:t.map(o=>n("li",{children:[n("strong",{children:n(u,{value:o.
kind})}),n("span",{class:"tag",children:o.forbidden?"not allowed":"not available"}),n("span",{children:n(u,{value:o.message})})]},
o.kind))})]})}var vs=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function Pr({cluster:e}){let t=R(e,"info");return n("header",
{class:"top",children:[n("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[n("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),n("span",{children:"Meshwork"})]}),n("nav",{"aria-label":"Pages",children:vs.map(o=>n("a",
{href:o.href,"aria-current":o.pages.includes(he.value.page)?"page":void 0,children:o.label},o.href))}),n("div",{class:"t\
op-facts",children:[t!==void 0&&n(bs,{info:t}),n(xs,{cluster:R(e,"connection")}),n(_s,{})]})]})}function bs({info:e}){return n(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
n("span",{class:"fact",children:[n("span",{class:"fact-label",children:"Context"})," ",n(le,{value:e.context})]}),e.scope!==
""&&n("span",{class:"fact scope",children:[n("span",{class:"fact-label",children:"Namespace"})," ",n(le,{value:e.scope}),
n("span",{class:"fact-label",children:"only"})]})]})}function xs({cluster:e}){let{color:t,word:o}=ys(e);return n("div",{
class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[n("svg",{viewBox:"0\
 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?n("circle",{cx:"5",cy:"5",r:"4.5"}):n("rect",{x:"1",
y:"1",width:"8",height:"8"})}),n("span",{class:"connection-word",children:o})]})}function ys(e){switch(Z.phase.value){case"\
connecting":return{color:"neutral",word:"Connecting"};case"ended":case"interrupted":case"refused":return{color:"bad",word:"\
Disconnected"};case"open":return e?.connected===!1?{color:"caution",word:"API server unreachable"}:{color:"good",word:"L\
ive"}}}var ws={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8\
h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};
function _s(){return n("button",{type:"button",class:"button icon-only",onClick:mo,"aria-label":`Theme: ${se.value}`,title:`\
Theme: ${se.value}`,children:n("svg",{class:`icon theme-${se.value}`,viewBox:"0 0 16 16",width:"16",height:"16","aria-hi\
dden":!0,children:n("path",{d:ws[se.value]})})})}function Er(){return n("main",{id:"main",class:"message-page",children:[n("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),n("h1",{children:"Open the address that kubectl meshwork ui printed"}),n("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),n("p",{children:"If you do not have the address any more, stop the command and start it again:"}),n(Ue,{text:"\
kubectl meshwork ui"})]})}function Nr(){let e=oe("cluster"),t=I(null);return H(()=>{document.title=Ms(he.value)},[he.value]),H(()=>{Le.value!==0&&
(window.scrollTo(0,0),t.current?.focus({preventScroll:!0}))},[Le.value]),Z.phase.value==="refused"?n(Er,{}):n(x,{children:[
n("a",{class:"skip",href:"#main",children:"Skip to content"}),n(Pr,{cluster:e.value}),n($r,{cluster:e.value}),n(Tr,{cluster:e.
value}),n("main",{id:"main",ref:t,tabIndex:-1,class:ks(e.value)?"stale":"","data-page":he.value.page,children:n(Ss,{route:he.
value})})]})}function ks(e){let t=Z.phase.value;return t==="ended"||t==="interrupted"?!0:e.entries.get("connection")?.connected===
!1}function Ss({route:e}){switch(e.page){case"overview":return n(Ao,{});case"services":return n(Cr,{});case"service":return n(
dr,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return n(Mo,{});case"unknown":return n(
"div",{class:"message-page",children:[n("h1",{children:"There is no such page"}),n("p",{children:n("a",{href:"/",children:"\
Go to the overview"})})]})}}function Ms(e){switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"\
Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 \
Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}ho();tn();io();oo();so(()=>Z.open());Z.open();var Rr=document.getElementById("app");Rr!==null&&Dn(n(Nr,{}),Rr);
